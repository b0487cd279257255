"""`hule` with libcamera's virtual camera, where test-camera.sh has set one up."""

import tests.pi.virtualcam  # noqa: F401  (before anything imports picamera2)
from hule import main

if __name__ == "__main__":
    raise SystemExit(main())
