"""What needs libcamera is run by test-camera.sh, where there is one."""

collect_ignore = ["check_picamera2.py", "virtualcam.py"]
