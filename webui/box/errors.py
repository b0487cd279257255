"""What can go wrong with the box, as a code and facts, with one sentence in Chinese and English each.

These words are here and not in the page's catalogues because the command line says them too, without Flask.
"""

from __future__ import annotations

from typing import Any

WORDS: dict[str, tuple[str, str]] = {
    "no_data": (
        "{path} 里没有 Hule 的数据，请用 --data 指出数据文件夹",
        "there is no data of Hule in {path}: name the data folder with --data",
    ),
    "backup_exists": (
        "{path} 已经存在，请换个文件名",
        "{path} is already there: choose another name",
    ),
    "backup_unwritable": (
        "无法写入 {path}：{reason}，请检查文件夹和权限",
        "cannot write {path}: {reason}; check the folder and its rights",
    ),
    "data_unwritable": (
        "无法在 {path} 存数据：{reason}，请用 --data 换个文件夹或检查权限",
        "cannot keep data in {path}: {reason}; name another folder with --data, or mend its rights",
    ),
    "disk_full": ("{path} 所在的盘满了，请腾出空间", "the disk of {path} is full: make room"),
    "no_backup": ("没有备份文件 {path}", "there is no backup {path}"),
    "backup_damaged": (
        "{path} 不是完整的 Hule 备份，请换一个备份",
        "{path} is no whole backup of Hule: use another one",
    ),
    "backup_newer": (
        "{path} 由较新的 Hule {version} 制作，请先更新",
        "{path} was made by a newer Hule ({version}): update first",
    ),
    "service_running": (
        "Hule 正在使用 {path}，请先停止它：sudo systemctl stop hule",
        "Hule is using {path}: stop it first (sudo systemctl stop hule)",
    ),
    "port_taken": (
        "端口 {port} 已被占用，请用 --port 换一个",
        "port {port} is in use: choose another with --port",
    ),
    "port_forbidden": (
        "端口 {port} 需要更高的权限，请用 --port 选 1023 以上的端口",
        "port {port} needs more rights: choose one above 1023 with --port",
    ),
    "cannot_listen": (
        "不能在 {host}:{port} 上监听：{reason}",
        "cannot listen on {host}:{port}: {reason}",
    ),
    "no_stick": (
        "没有找到 U 盘，请插上后稍等几秒再试",
        "no USB stick found: plug one in, wait a few seconds, and try again",
    ),
    "stick_closed": (
        "U 盘 {path} 不能写入：请关掉写保护，或用格式化为 FAT32 或 exFAT 的 U 盘",
        "the USB stick {path} cannot be written: unlock it, or use one formatted as FAT32 or exFAT",
    ),
}


class BoxError(Exception):
    """Something the owner can mend; `code` is stable."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def message(self, lang: str = "en") -> str:
        """One sentence in Chinese (`zh`) or English (anything else)."""
        zh, en = WORDS[self.code]
        return (zh if lang == "zh" else en).format_map(self.facts)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        return {"code": self.code, "message": self.message(lang), "facts": self.facts}

    def __str__(self) -> str:
        return self.message("en")
