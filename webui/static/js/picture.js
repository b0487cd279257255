// The score sheet as a PNG: chats take no SVG. Drawn here, so that the phone's own fonts serve.
const SHARP = 2; // pixels for each unit of the drawing

export async function sharePicture(address, name) {
  const drawing = URL.createObjectURL(await fetch(address).then((answer) => answer.blob()));
  const image = new Image();
  image.src = drawing;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth * SHARP;
  canvas.height = image.naturalHeight * SHARP;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(drawing);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  const file = new File([blob], name, { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] }).catch(() => {});
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
