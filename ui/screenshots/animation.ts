import type { Page } from '@playwright/test';

/** A frame of an animated picture: the part that differs from the frame before, as the browser packed it. */
interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** A WebP file of this part alone, in base64. */
  file: string;
}

/** Two colors are the same to the eye where each of their channels differs by no more than this. */
const SAME = 6;
/** Of 1; text stays sharp with it. */
const QUALITY = 0.86;

/**
 * What a page shows, as an animated WebP: `frames` screenshots, one every `everyMs`, each `width` pixels wide. The browser packs each part
 * that changed, and the parts are put into one file here.
 */
export async function animate(
  page: Page,
  { frames, everyMs, width }: { frames: number; everyMs: number; width: number },
): Promise<Buffer> {
  const shots: string[] = [];
  for (let taken = 0; taken < frames; taken++) {
    const next = Date.now() + everyMs;
    shots.push((await page.screenshot()).toString('base64'));
    await page.waitForTimeout(Math.max(0, next - Date.now()));
  }
  // A page of its own: the content security policy of the app's lets no picture of another origin in.
  const packer = await page.context().newPage();
  const packed = await packer.evaluate(pack, { shots, width, same: SAME, quality: QUALITY });
  await packer.close();
  return animatedWebp(packed, everyMs);
}

/** Runs in the browser. */
async function pack({
  shots,
  width,
  same,
  quality,
}: {
  shots: string[];
  width: number;
  same: number;
  quality: number;
}): Promise<{ width: number; height: number; frames: Frame[] }> {
  const canvas = new OffscreenCanvas(width, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('there is no canvas');
  const toBase64 = async (blob: Blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const frames: Frame[] = [];
  let before: Uint8ClampedArray | undefined;
  for (const shot of shots) {
    const bytes = Uint8Array.from(atob(shot), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    if (!before) canvas.height = Math.round((image.height * width) / image.width / 2) * 2;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, canvas.height);
    const now = context.getImageData(0, 0, width, canvas.height).data;
    let [left, top, right, bottom] = before ? [width, canvas.height, 0, 0] : [0, 0, width, canvas.height];
    for (let at = 0; before && at < now.length; at += 4) {
      const differs = [0, 1, 2].some((channel) => {
        const [one, other] = [now[at + channel] ?? 0, before?.[at + channel] ?? 0];
        return Math.abs(one - other) > same;
      });
      if (!differs) continue;
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
    // The format has places at even pixels alone. Where nothing changed, one corner stands for a frame.
    if (right <= left) [left, top, right, bottom] = [0, 0, 2, 2];
    [left, top] = [left & ~1, top & ~1];
    const part = new OffscreenCanvas(right - left, bottom - top);
    part.getContext('2d')?.drawImage(canvas, -left, -top);
    const file = await toBase64(await part.convertToBlob({ type: 'image/webp', quality }));
    frames.push({ x: left, y: top, width: part.width, height: part.height, file });
    before = now;
  }
  return { width, height: canvas.height, frames };
}

/** The file: RFC 9649, sections 2.7 and 2.7.1. */
function animatedWebp(
  { width, height, frames }: { width: number; height: number; frames: readonly Frame[] },
  everyMs: number,
): Buffer {
  const ANIMATION = 0x02;
  const extended = chunk('VP8X', Buffer.from([ANIMATION, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]));
  // A transparent background, for ever again.
  const animation = chunk('ANIM', Buffer.from([0, 0, 0, 0, 0, 0]));
  // The part replaces what was there, and stays.
  const NO_BLENDING = 0x02;
  const parts = frames.map((frame) => {
    const head = [
      ...u24(frame.x / 2),
      ...u24(frame.y / 2),
      ...u24(frame.width - 1),
      ...u24(frame.height - 1),
      ...u24(everyMs),
      NO_BLENDING,
    ];
    return chunk('ANMF', Buffer.concat([Buffer.from(head), imageOf(Buffer.from(frame.file, 'base64'))]));
  });
  const body = Buffer.concat([Buffer.from('WEBP'), extended, animation, ...parts]);
  return chunk('RIFF', body);
}

const u24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];

/** Name, length and content, filled up to an even length. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

/** The chunks of a still WebP that hold its image. */
function imageOf(file: Buffer): Buffer {
  const found: Buffer[] = [];
  for (let at = 12; at + 8 <= file.length; ) {
    const length = file.readUInt32LE(at + 4);
    const end = at + 8 + length + (length % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(file.toString('latin1', at, at + 4)))
      found.push(file.subarray(at, end));
    at = end;
  }
  if (found.length === 0) throw new Error('the browser made no WebP');
  return Buffer.concat(found);
}
