"""What lies under and around the tiles: table tops, and objects that are no tiles."""

from __future__ import annotations

import cv2
import numpy as np

from .faces import fonts, glyph, pick

COMMON = (
    "的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行"
    "学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然"
    "前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无"
    "系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组"
)


def smooth_noise(
    rng: np.random.Generator, h: int, w: int, cell: float, anisotropy: float = 1.0
) -> np.ndarray:
    """H×W float32 of smooth noise, about -1 to 1; `cell` pixels a bump, stretched along x by `anisotropy`."""
    gh = max(2, int(h / cell) + 2)
    gw = max(2, int(w / cell / anisotropy) + 2)
    grid = rng.normal(0, 0.5, (gh, gw)).astype(np.float32)
    return cv2.resize(grid, (w, h), interpolation=cv2.INTER_CUBIC)


def _felt(rng, h, w):
    base = np.array(
        pick(
            rng,
            [
                (60, 110, 40),
                (90, 150, 30),
                (120, 70, 30),
                (60, 50, 130),
                (70, 70, 70),
                (150, 120, 40),
                (110, 110, 200),
                (170, 150, 60),
                (40, 80, 30),
            ],
        ),
        np.float32,
    )
    base = np.clip(base + rng.normal(0, 15, 3), 5, 245)
    texture = smooth_noise(rng, h, w, 1.5) * rng.uniform(2, 9) + smooth_noise(rng, h, w, 40) * rng.uniform(
        2, 10
    )
    return base + texture[..., None]


def _wood(rng, h, w):
    base = np.array(
        pick(rng, [(90, 140, 185), (50, 85, 130), (35, 55, 85), (150, 185, 215), (70, 110, 160)]), np.float32
    )
    grain = smooth_noise(rng, h, w, 3, 25) * rng.uniform(6, 22) + smooth_noise(
        rng, h, w, 25, 12
    ) * rng.uniform(4, 18)
    image = base + grain[..., None] * np.array([0.8, 1, 1], np.float32)
    if rng.random() < 0.4:
        for y in np.arange(0, h, rng.uniform(60, 200)):
            cv2.line(image, (0, int(y)), (w, int(y)), tuple(float(v) for v in base * 0.5), 2)
    rng.random()  # of no use any more, but without it every seed gives another table
    return image


def _plain(rng, h, w):
    base = np.array([rng.uniform(20, 250)] * 3, np.float32) + rng.normal(0, 12, 3).astype(np.float32)
    return base + (smooth_noise(rng, h, w, 90) * rng.uniform(2, 14))[..., None]


def _marble(rng, h, w):
    n = smooth_noise(rng, h, w, 60) + 0.5 * smooth_noise(rng, h, w, 25) + 0.3 * smooth_noise(rng, h, w, 9)
    vein = np.exp(-np.abs(n) * rng.uniform(3, 8))
    base = np.array([rng.uniform(120, 245)] * 3, np.float32)
    return base - vein[..., None] * rng.uniform(10, 90) + smooth_noise(rng, h, w, 2)[..., None] * 3


def _cloth(rng, h, w):
    a, b = (np.array(rng.uniform(20, 240, 3), np.float32) for _ in range(2))
    yy, xx = np.mgrid[:h, :w].astype(np.float32)
    k = rng.uniform(6, 60)
    kind = int(rng.integers(4))
    if kind == 0:
        m = ((xx // k + yy // k) % 2).astype(np.float32)
    elif kind == 1:
        m = (np.sin(xx / k * 2) > 0.3).astype(np.float32)
    elif kind == 2:
        m = ((xx % k < k / 4) | (yy % k < k / 4)).astype(np.float32) * 0.6
    else:
        m = (((xx % k - k / 2) ** 2 + (yy % k - k / 2) ** 2) < (k / 4) ** 2).astype(np.float32)
    return a + (b - a) * m[..., None] * rng.uniform(0.2, 1)


def _keyboard(rng, h, w):
    dark = rng.random() < 0.6
    image = np.full((h, w, 3), 25 if dark else 190, np.uint8)
    k = rng.uniform(24, 60)
    key = rng.uniform(40, 70) if dark else rng.uniform(215, 250)
    for row, y in enumerate(np.arange(4, h, k)):
        x = -rng.uniform(0, k) + row * k * 0.3 % k
        while x < w:
            width = k * (1 if rng.random() < 0.88 else rng.uniform(1.4, 4))
            p, q = (int(x + 2), int(y + 2)), (int(x + width - 3), int(y + k - 3))
            cv2.rectangle(image, p, q, (key,) * 3, -1, cv2.LINE_AA)
            ink = (230.0,) * 3 if dark else (40.0,) * 3
            letter = chr(int(rng.integers(65, 91))) if rng.random() < 0.8 else str(int(rng.integers(0, 10)))
            cv2.putText(
                image, letter, (p[0] + int(k * 0.2), p[1] + int(k * 0.45)), 0, k / 70, ink, 1, cv2.LINE_AA
            )
            x += width
    return image


def _printed(rng, h, w):
    image = np.full((h, w, 3), int(rng.uniform(200, 252)), np.uint8)
    y = 5.0
    while y < h:
        size = rng.uniform(0.3, 1.1)
        text = "".join(chr(int(c)) for c in rng.integers(33, 122, 60))
        color = tuple(float(v) for v in rng.uniform(0, 120, 3))
        cv2.putText(
            image,
            text,
            (int(rng.uniform(-40, 40)), int(y)),
            int(rng.integers(4)),
            size,
            color,
            1,
            cv2.LINE_AA,
        )
        y += 26 * size + 4
        if rng.random() < 0.12:
            p = (int(rng.uniform(0, w)), int(y))
            q = (int(p[0] + rng.uniform(40, 300)), int(y + rng.uniform(30, 150)))
            cv2.rectangle(image, p, q, tuple(float(v) for v in rng.uniform(0, 255, 3)), -1)
    return image


TABLES = (_felt, _felt, _felt, _wood, _wood, _plain, _plain, _marble, _cloth, _keyboard, _printed)


def random_table(rng: np.random.Generator, h: int, w: int, patches: list[np.ndarray]) -> np.ndarray:
    """H×W×3 float32 table top; now and then a piece of a real photograph without tiles."""
    if patches and rng.random() < 0.25:
        patch = pick(rng, patches)
        image = cv2.resize(patch, (w, h), interpolation=cv2.INTER_LINEAR)
        return np.ascontiguousarray(image[:, :: pick(rng, (1, -1))].astype(np.float32))
    image = pick(rng, TABLES)(rng, h, w).astype(np.float32)
    m = cv2.getRotationMatrix2D((w / 2, h / 2), float(rng.uniform(-180, 180)), 1.5)
    image = cv2.warpAffine(np.ascontiguousarray(image), m, (w, h), borderMode=cv2.BORDER_REFLECT)
    if rng.random() < 0.25:
        # the edge of the table, or a second surface beside it
        other = pick(rng, TABLES)(rng, h, w).astype(np.float32)
        a, d = rng.uniform(0, 2 * np.pi), rng.uniform(0.15, 0.5)
        yy, xx = np.mgrid[:h, :w].astype(np.float32)
        far = (np.cos(a) * (xx / w - 0.5) + np.sin(a) * (yy / h - 0.5)) > d
        image[far] = other[far]
    return image


def _book(rng: np.random.Generator, image: np.ndarray, font: str) -> list[np.ndarray]:
    """A spine, sign or box with Chinese letters on it: the likeliest thing to be taken for tiles.

    Gives the 4×2 corners of its letters.
    """
    h, w = image.shape[:2]
    size = int(rng.uniform(10, 70))
    length = int(rng.integers(2, 9))
    color = rng.uniform(0, 255, 3) if rng.random() < 0.6 else np.full(3, rng.uniform(210, 250))
    ink = np.full(3, rng.uniform(0, 60)) if color.sum() > 380 else np.full(3, rng.uniform(200, 255))
    if rng.random() < 0.3:
        ink = rng.uniform(0, 255, 3)
    pad = int(size * rng.uniform(0.1, 0.6))
    columns = int(rng.integers(1, 4))
    spine = np.empty((length * (size + 4) + 2 * pad, columns * (size + 6) + 2 * pad, 3), np.float32)
    spine[:] = color
    for c in range(columns):
        for i in range(length):
            mark = glyph(COMMON[int(rng.integers(len(COMMON)))], font, size)[:, : size + 4]
            y, x = pad + i * (size + 4), pad + c * (size + 6)
            part = spine[y : y + size, x : x + mark.shape[1]]
            part[:] = part * (1 - mark[..., None]) + ink * mark[..., None]
    turn = rng.normal(0, 15) if rng.random() < 0.6 else rng.uniform(0, 360)
    cx, cy = rng.uniform(0, w), rng.uniform(0, h)
    m = cv2.getRotationMatrix2D((spine.shape[1] / 2, spine.shape[0] / 2), float(turn), 1.0)
    m[:, 2] += (cx - spine.shape[1] / 2, cy - spine.shape[0] / 2)
    moved = cv2.warpAffine(spine, m, (w, h), flags=cv2.INTER_LINEAR)
    mask = cv2.warpAffine(np.ones(spine.shape[:2], np.float32), m, (w, h))[..., None]
    image[:] = (image * (1 - mask) + moved * mask).astype(np.uint8)
    reach = size * rng.uniform(0.5, 0.75)
    letter = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * reach + size / 2
    places = [(pad + c * (size + 6), pad + i * (size + 4)) for c in range(columns) for i in range(length)]
    return [((letter + np.array(p)) @ m[:, :2].T + m[:, 2]).astype(np.float32) for p in places]


def _buttons(rng: np.random.Generator, image: np.ndarray) -> list[np.ndarray]:
    """A field of dots or bars on a light plate: a calculator, a grille, a remote control. Gives the plate."""
    h, w = image.shape[:2]
    cols, rows = int(rng.integers(1, 6)), int(rng.integers(1, 6))
    step = rng.uniform(8, 30)
    x0, y0 = rng.uniform(0, w), rng.uniform(0, h)
    plate = tuple(
        float(v)
        for v in (np.full(3, rng.uniform(150, 250)) if rng.random() < 0.5 else rng.uniform(0, 250, 3))
    )
    ink = tuple(float(v) for v in rng.uniform(0, 255, 3))
    p, q = (int(x0 - step), int(y0 - step)), (int(x0 + cols * step), int(y0 + rows * step))
    cv2.rectangle(image, p, q, plate, -1, cv2.LINE_AA)
    bars = rng.random() < 0.4
    for r in range(rows):
        for c in range(cols):
            x, y = int(x0 + c * step), int(y0 + r * step)
            if bars:
                cv2.rectangle(
                    image, (x - 2, int(y - step / 3)), (x + 2, int(y + step / 3)), ink, -1, cv2.LINE_AA
                )
            else:
                cv2.circle(
                    image, (x, y), max(1, int(step * 0.3)), ink, -1 if rng.random() < 0.6 else 2, cv2.LINE_AA
                )
    return [np.array([p, (q[0], p[1]), q, (p[0], q[1])], np.float32)]


def leaflet(rng: np.random.Generator, image: np.ndarray) -> list[np.ndarray]:
    """A label, book cover or leaflet: a pale sheet with lines of print, now and then a mark.

    Gives the sheet and pieces of it that have a tile's shape.
    """
    h, w = image.shape[:2]
    sw, sh = np.exp(rng.uniform(np.log(60), np.log(260), 2)).astype(int)
    paper = rng.uniform(205, 252) + rng.normal(0, 5, 3) if rng.random() < 0.7 else rng.uniform(20, 250, 3)
    sheet = np.full((sh, sw, 3), np.clip(paper, 0, 255), np.uint8)
    y = rng.uniform(0.05, 0.6) * sh
    while y < 0.95 * sh:
        size, x = rng.uniform(0.25, 0.8), int(rng.uniform(0.03, 0.4) * sw)
        words = "".join(chr(int(c)) for c in rng.integers(32, 122, int(rng.integers(1, 24))))
        shade = rng.uniform(0, 120) if sheet[0, 0].mean() > 130 else rng.uniform(180, 255)
        ink = tuple(float(v) for v in np.full(3, shade) + rng.normal(0, 20, 3))
        cv2.putText(sheet, words, (x, int(y)), int(rng.integers(8)), size, ink, 1, cv2.LINE_AA)
        y += size * rng.uniform(24, 60)
    if rng.random() < 0.4:
        place = (int(rng.uniform(0.1, 0.9) * sw), int(rng.uniform(0.1, 0.9) * sh))
        mark = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.circle(
            sheet, place, int(rng.uniform(4, 0.2 * min(sw, sh))), mark, int(rng.choice([-1, 2])), cv2.LINE_AA
        )
    corners = np.array([[0, 0], [sw, 0], [sw, sh], [0, sh]], np.float32)
    turn = rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(0, 360)
    centre = (rng.uniform(0, w), rng.uniform(0, h))
    lies = cv2.boxPoints((centre, (float(sw), float(sh)), float(turn)))[[1, 2, 3, 0]]
    lies = (lies + rng.normal(0, 0.05 * min(sw, sh), (4, 2))).astype(np.float32)
    m = cv2.getPerspectiveTransform(corners, lies)
    moved = cv2.warpPerspective(sheet, m, (w, h), borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpPerspective(np.full((sh, sw), 255, np.uint8), m, (w, h))
    image[mask > 127] = moved[mask > 127]
    pieces = [corners]
    for _ in range(2):
        high = rng.uniform(0.3, 1.0) * min(sh, sw)
        at = np.array([rng.uniform(0, sw - 0.74 * high), rng.uniform(0, sh - high)])
        pieces.append(at + np.array([[0, 0], [0.74, 0], [0.74, 1], [0, 1]]) * high)
    return [cv2.perspectiveTransform(p[None].astype(np.float32), m)[0] for p in pieces]


def _card(rng, image, c, size, color, angle):
    """A card, box or phone; now and then with an edge and a field on it, or print."""
    box = cv2.boxPoints((tuple(map(float, c)), (size, size * rng.uniform(0.3, 1.6)), angle))
    lures = [box]
    cv2.fillConvexPoly(image, np.intp(box), color, cv2.LINE_AA)
    if rng.random() < 0.6:
        edge = tuple(float(v) for v in rng.uniform(0, 255, 3))
        cv2.polylines(image, [np.intp(box)], True, edge, int(rng.integers(1, 4)), cv2.LINE_AA)
        inner = np.intp(c + (box - c) * rng.uniform(0.4, 0.9))
        lures.append(inner.astype(np.float32))
        cv2.fillConvexPoly(image, inner, tuple(float(v) for v in rng.uniform(0, 255, 3)), cv2.LINE_AA)
    if rng.random() < 0.4:
        text = "".join(chr(int(v)) for v in rng.integers(48, 91, 5))
        cv2.putText(image, text, tuple(np.intp(c - size / 3)), 0, size / 120, (20.0,) * 3, 2, cv2.LINE_AA)
    return lures


def _disc(rng, image, c, size, color, angle):
    """A cup, coin or saucer with a ring."""
    axes = (int(size / 2), int(size / 2 * rng.uniform(0.5, 1)))
    inner = tuple(int(a * 0.7) for a in axes)
    cv2.ellipse(image, tuple(np.intp(c)), axes, angle, 0, 360, color, -1, cv2.LINE_AA)
    ring = tuple(float(v) for v in rng.uniform(0, 255, 3))
    cv2.ellipse(image, tuple(np.intp(c)), inner, angle, 0, 360, ring, int(rng.integers(1, 6)), cv2.LINE_AA)
    return []


def _die(rng, image, c, size, _color, angle):
    d = size * 0.2
    box = cv2.boxPoints((tuple(map(float, c)), (d, d), angle))
    cv2.fillConvexPoly(image, np.intp(box), (240.0,) * 3, cv2.LINE_AA)
    for _ in range(int(rng.integers(1, 7))):
        p = c + rng.uniform(-0.3, 0.3, 2) * d
        cv2.circle(image, tuple(np.intp(p)), max(1, int(d * 0.09)), (30.0, 30.0, 150.0), -1, cv2.LINE_AA)
    return [box]


def _cable(rng, image, c, size, color, _angle):
    path = c + np.cumsum(rng.normal(0, size / 4, (12, 2)), axis=0)
    cv2.polylines(image, [np.intp(path)], False, color, int(rng.integers(2, 9)), cv2.LINE_AA)
    return []


def _fingers(rng, image, c, size, _color, angle):
    skin = tuple(float(rng.uniform(*span)) for span in ((90, 150), (130, 180), (180, 230)))
    axes = (int(size * 0.14) + 1, int(size * 0.6))
    for i in range(int(rng.integers(1, 5))):
        p = c + np.array([i * size * 0.3, rng.uniform(-8, 8)])
        cv2.ellipse(image, tuple(np.intp(p)), axes, angle * 0.3, 0, 360, skin, -1, cv2.LINE_AA)
    return []


def _stick(rng, image, c, size, color, _angle):
    end = c + rng.normal(0, size, 2)
    cv2.line(image, tuple(np.intp(c)), tuple(np.intp(end)), color, int(rng.integers(2, 14)), cv2.LINE_AA)
    return []


OBJECTS = (_card, _card, _disc, _die, _cable, _fingers, _stick)
"""Each draws itself at `c` on a picture, `size` pixels large, turned by `angle` degrees, and gives the 4×2
corners of what of it is most like a tile."""


def scatter_objects(rng: np.random.Generator, image: np.ndarray, count: int) -> list[np.ndarray]:
    """Draw things that are no tiles on a uint8 picture: cards, phones, discs, dice, cups, cables, fingers.

    Gives the 4×2 corners of what is most like a tile: cards, dice, plates, letters.
    """
    h, w = image.shape[:2]
    lures: list[np.ndarray] = []
    known = fonts()
    if known and rng.random() < 0.5:
        font = pick(rng, known)
        for _ in range(int(rng.integers(1, 6))):
            lures += _book(rng, image, font)
    if rng.random() < 0.25:
        lures += _buttons(rng, image)
    if rng.random() < 0.3:
        for _ in range(int(rng.integers(1, 4))):
            lures += leaflet(rng, image)
    for _ in range(count):
        c = np.array([rng.uniform(0, w), rng.uniform(0, h)])
        size = rng.uniform(0.03, 0.25) * w
        color = tuple(float(v) for v in rng.uniform(10, 250, 3))
        if rng.random() < 0.35:
            color = (float(rng.uniform(190, 250)),) * 3
        draw = pick(rng, OBJECTS)
        lures += draw(rng, image, c, size, color, float(rng.uniform(0, 180)))
    return lures
