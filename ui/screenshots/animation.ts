import type { Page } from '@playwright/test';

/** A frame of an animation: only the part that differs from the previous frame. */
interface Frame {
  x: number;
  y: number;
  width: number;
  height: number;
  /** This part as a WebP file, in base64. */
  file: string;
}

/** Two pixels count as equal if none of their color channels differs by more than this (0 to 255). */
const MAX_COLOR_DIFFERENCE = 6;
/** WebP quality, 0 to 1. Text stays sharp at this value. */
const QUALITY = 0.86;

/**
 * Records a page as an animated WebP: `frames` screenshots, one every `intervalMs` milliseconds, scaled to `width` pixels. The browser
 * encodes the part of each frame that has changed, and this function combines the parts in one file.
 */
export async function animate(
  page: Page,
  { frames, intervalMs, width }: { frames: number; intervalMs: number; width: number },
): Promise<Buffer> {
  const screenshots: string[] = [];
  for (let count = 0; count < frames; count++) {
    const next = Date.now() + intervalMs;
    screenshots.push((await page.screenshot()).toString('base64'));
    await page.waitForTimeout(Math.max(0, next - Date.now()));
  }
  // Uses a blank page, because the app's content security policy blocks images from other origins.
  const blankPage = await page.context().newPage();
  const encoded = await blankPage.evaluate(encodeFrames, {
    screenshots,
    width,
    maxDifference: MAX_COLOR_DIFFERENCE,
    quality: QUALITY,
  });
  await blankPage.close();
  return animatedWebp(encoded, intervalMs);
}

/** Encodes the part of each screenshot that has changed. Runs in the browser. */
async function encodeFrames({
  screenshots,
  width,
  maxDifference,
  quality,
}: {
  screenshots: string[];
  width: number;
  maxDifference: number;
  quality: number;
}): Promise<{ width: number; height: number; frames: Frame[] }> {
  const canvas = new OffscreenCanvas(width, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('the canvas has no 2D context');
  const toBase64 = async (blob: Blob) => {
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  };
  const frames: Frame[] = [];
  let previousPixels: Uint8ClampedArray | undefined;
  for (const screenshot of screenshots) {
    const bytes = Uint8Array.from(atob(screenshot), (char) => char.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    if (!previousPixels) canvas.height = Math.round((image.height * width) / image.width / 2) * 2;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, width, canvas.height);
    const pixels = context.getImageData(0, 0, width, canvas.height).data;
    let [left, top, right, bottom] = previousPixels
      ? [width, canvas.height, 0, 0]
      : [0, 0, width, canvas.height];
    for (let offset = 0; previousPixels && offset < pixels.length; offset += 4) {
      const differs = [0, 1, 2].some((channel) => {
        const [value, previous] = [pixels[offset + channel] ?? 0, previousPixels?.[offset + channel] ?? 0];
        return Math.abs(value - previous) > maxDifference;
      });
      if (!differs) continue;
      const [x, y] = [(offset / 4) % width, Math.floor(offset / 4 / width)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
    // A frame must start at even pixels. If nothing has changed, the frame contains only a corner.
    if (right <= left) [left, top, right, bottom] = [0, 0, 2, 2];
    [left, top] = [left & ~1, top & ~1];
    const partCanvas = new OffscreenCanvas(right - left, bottom - top);
    partCanvas.getContext('2d')?.drawImage(canvas, -left, -top);
    const file = await toBase64(await partCanvas.convertToBlob({ type: 'image/webp', quality }));
    frames.push({ x: left, y: top, width: partCanvas.width, height: partCanvas.height, file });
    previousPixels = pixels;
  }
  return { width, height: canvas.height, frames };
}

/** Returns an animated WebP file (RFC 9649, sections 2.7 and 2.7.1). */
function animatedWebp(
  { width, height, frames }: { width: number; height: number; frames: readonly Frame[] },
  intervalMs: number,
): Buffer {
  const ANIMATION = 0x02;
  const extendedHeader = chunk(
    'VP8X',
    Buffer.from([ANIMATION, 0, 0, 0, ...u24(width - 1), ...u24(height - 1)]),
  );
  // The background is transparent, and the animation repeats forever.
  const animation = chunk('ANIM', Buffer.from([0, 0, 0, 0, 0, 0]));
  // A frame overwrites the pixels below it and is not removed afterwards.
  const NO_BLENDING = 0x02;
  const frameChunks = frames.map((frame) => {
    const header = [
      ...u24(frame.x / 2),
      ...u24(frame.y / 2),
      ...u24(frame.width - 1),
      ...u24(frame.height - 1),
      ...u24(intervalMs),
      NO_BLENDING,
    ];
    return chunk(
      'ANMF',
      Buffer.concat([Buffer.from(header), imageChunks(Buffer.from(frame.file, 'base64'))]),
    );
  });
  const body = Buffer.concat([Buffer.from('WEBP'), extendedHeader, animation, ...frameChunks]);
  return chunk('RIFF', body);
}

const u24 = (value: number): number[] => [value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff];

/** Returns a RIFF chunk: name, length and content, padded to an even length. */
function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), length, content, Buffer.alloc(content.length % 2)]);
}

/** Returns the chunks of a still WebP file that contain its image. */
function imageChunks(file: Buffer): Buffer {
  const chunks: Buffer[] = [];
  for (let offset = 12; offset + 8 <= file.length; ) {
    const length = file.readUInt32LE(offset + 4);
    const end = offset + 8 + length + (length % 2);
    if (['ALPH', 'VP8 ', 'VP8L'].includes(file.toString('latin1', offset, offset + 4)))
      chunks.push(file.subarray(offset, end));
    offset = end;
  }
  if (chunks.length === 0) throw new Error('the browser did not encode a WebP image');
  return Buffer.concat(chunks);
}
