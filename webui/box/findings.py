"""What `hule doctor` finds, in words: a state, what was found, and what to do where something is wrong."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

GOOD, DOUBTFUL, BROKEN = "good", "doubtful", "broken"
SIGNS = {GOOD: "✓", DOUBTFUL: "!", BROKEN: "✗"}

WORDS: dict[str, tuple[str, str]] = {
    "machine": ("机器：{model}，{os}，Python {python}，Hule {hule}", "{model}, {os}, Python {python}, Hule {hule}"),
    "machine_32_bit": (
        "系统是 32 位的（{arch}），识别库没有 32 位版本：请安装 64 位 Raspberry Pi OS",
        "this system is 32-bit ({arch}); the libraries need a 64-bit Raspberry Pi OS: install that",
    ),
    "libraries": ("程序库齐全：{found}", "libraries are there: {found}"),
    "libraries_missing": (
        "缺少程序库 {missing}：请运行 pip install 'hule[vision,web]'",
        "libraries are missing: {missing}; run pip install 'hule[vision,web]'",
    ),
    "models": ("识别模型正常，{seconds} 秒载入", "the networks load in {seconds} s"),
    "models_broken": ("识别模型有问题：{reason_zh}", "the networks: {reason}"),
    "camera": ("摄像头正常：{name}，{width}×{height}", "the camera works: {name}, {width}x{height}"),
    "camera_switches": (
        "摄像头正常：{name}，{width}×{height}；它不能同时给预览和照片，拍照时预览停一下",
        "the camera works: {name}, {width}x{height}; it cannot give preview and photograph at once, so the "
        "preview stands still for a photograph",
    ),
    "camera_none": ("没有选用摄像头（手机照样可以拍）", "no camera is chosen (phones can still photograph)"),
    "camera_trouble": ("摄像头：{reason_zh}", "the camera: {reason}"),
    "data": ("数据正常：{path}，{hands} 手牌，{megabytes} MB", "data is sound: {path}, {hands} hands, {megabytes} MB"),
    "data_none": ("还没有数据：{path}（第一次启动后就有）", "no data yet in {path}: the first start makes it"),
    "data_broken": (
        "数据库损坏：{path}，请恢复备份：hule restore 文件",
        "the database {path} is damaged: put a backup back with hule restore FILE",
    ),
    "data_foreign": (
        "不能读取 {path}：请用 sudo -u hule 运行，或用 --data 指出数据文件夹",
        "cannot read {path}: run this with sudo -u hule, or name the data folder with --data",
    ),
    "disk": ("磁盘剩余 {free} MB", "{free} MB of disk are free"),
    "disk_low": ("磁盘只剩 {free} MB：请腾出空间", "only {free} MB of disk are free: make room"),
    "memory": ("可用内存 {free} MB（共 {all} MB）", "{free} MB of memory are free (of {all})"),
    "memory_low": (
        "可用内存只有 {free} MB：请关掉其他程序",
        "only {free} MB of memory are free: close other programs",
    ),
    "power": ("供电和温度正常（{celsius}）", "power and temperature are fine ({celsius})"),
    "power_low": (
        "供电不足（{flags}）：请换官方电源和短而粗的线",
        "too little power ({flags}): use the official supply and a short, thick cable",
    ),
    "too_hot": ("温度 {celsius} 太高：请装散热片或风扇", "{celsius} is too hot: add a heat sink or a fan"),
    "address": ("手机打开 {address}", "phones open {address}"),
    "address_none": (
        "没有局域网地址：请连上 Wi-Fi 或网线，或开热点：sudo deploy/hotspot.sh on",
        "no address on a network: join a Wi-Fi, plug in a cable, or run sudo deploy/hotspot.sh on",
    ),
    "service": ("服务在端口 {port} 正常应答", "the service answers on port {port}"),
    "service_silent": (
        "端口 {port} 没有应答：请运行 sudo systemctl status hule（或 hule serve）",
        "nothing answers on port {port}: see sudo systemctl status hule (or run hule serve)",
    ),
    "clock": ("时间可靠（{how}）", "the clock is right ({how})"),
    "clock_unsure": (
        "时间未经校准：记分不受影响，日期会标为“约”，手机打开页面即可校准",
        "the clock was never set: scores are right, dates are uncertain until a phone opens the page",
    ),
    "gpio": ("可以使用 GPIO（按钮和指示灯）", "GPIO can be used (button and lamp)"),
    "gpio_none": ("没有 GPIO（按钮和指示灯不可用）", "no GPIO here (no button, no lamp)"),
    "gpio_closed": (
        "不能使用 GPIO：请运行 sudo usermod -aG gpio {user}，然后重新登录",
        "GPIO is closed to {user}: run sudo usermod -aG gpio {user} and log in again",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `facts` go into its sentence."""

    key: str
    state: str = GOOD
    facts: dict[str, Any] = field(default_factory=dict)

    def text(self, lang: str = "en") -> str:
        zh, en = WORDS[self.key]
        return (zh if lang == "zh" else en).format_map(self.facts)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        return {"key": self.key, "state": self.state, "text": self.text(lang), "facts": self.facts}


def findings_text(findings: Sequence[Finding], lang: str = "en") -> str:
    """A line for each."""
    return "\n".join(f"{SIGNS[finding.state]} {finding.text(lang)}" for finding in findings)
