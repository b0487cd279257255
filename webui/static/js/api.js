// The way to the server. Every failure becomes a Trouble with a sentence to show.
import { t } from "./words.js";

export class Trouble extends Error {
  constructor(code, message, facts = {}, status = 0) {
    super(message);
    Object.assign(this, { code, facts, status });
  }
}

const PATIENCE = 20000; // milliseconds for an answer; a lost Wi-Fi gives none
const READING = 180000; // while a photograph is read

let token = document.querySelector("meta[name=csrf]").content;

export async function call(method, path, body) {
  const answer = await send(method, path, body);
  if (answer.status !== 400 || answer.body?.error?.code !== "stale_page") return unpack(answer);
  token = (await unpack(await send("GET", "/me"))).csrf; // the server was set up anew while the page slept
  return unpack(await send(method, path, body));
}

async function send(method, path, body) {
  const headers = { Accept: "application/json", "X-CSRFToken": token };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  try {
    const signal = AbortSignal.timeout?.(/camera|photos|layouts/.test(path) ? READING : PATIENCE);
    const answer = await fetch(`/api/v1${path}`, { method, headers, signal, body: body && JSON.stringify(body) });
    const found = answer.status === 204 ? null : await answer.json();
    // not word from the server, but what the service worker kept of it
    if (answer.headers.has("X-Kept")) Object.defineProperty(found, "kept", { value: true });
    return { status: answer.status, body: found };
  } catch {
    throw new Trouble("away", t("The table does not answer. Is this phone still on its Wi-Fi?"));
  }
}

function unpack({ status, body }) {
  if (status < 400) return body;
  const error = body?.error ?? {};
  throw new Trouble(error.code ?? "unexpected", error.message ?? t("Something went wrong."), error.facts, status);
}

const [mostBytes, megapixels] = document.querySelector("meta[name=photo-limits]").content.split(" ").map(Number);

function tooLarge() {
  const facts = { most: mostBytes / 2 ** 20, megapixels };
  return new Trouble("too_large_bytes", t("The file is too large: a photograph may have %(most)s MB and %(megapixels)s megapixels.", facts), facts, 413);
}

// A photograph, with the share that has been sent so far.
export function upload(path, file, onProgress) {
  if (file.size > mostBytes) return Promise.reject(tooLarge()); // before it is sent for nothing
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const away = () => reject(new Trouble("away", t("The photograph did not arrive. Please send it again.")));
    request.open("POST", `/api/v1${path}`);
    request.responseType = "json";
    request.timeout = READING;
    request.setRequestHeader("X-CSRFToken", token);
    request.upload.onprogress = (e) => e.lengthComputable && onProgress(e.loaded / e.total);
    request.upload.onload = () => onProgress(1);
    request.onerror = request.onabort = request.ontimeout = away;
    request.onload = () => {
      if (request.status === 413 && !request.response?.error) return reject(tooLarge());
      try {
        resolve(unpack({ status: request.status, body: request.response }));
      } catch (trouble) {
        reject(trouble);
      }
    };
    const form = new FormData();
    form.append("photo", file);
    request.send(form);
  });
}
