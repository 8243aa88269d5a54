import { formatExactTime } from '~/market/time';
import { serverNow } from '~/state/clock';
import type { ShownChart } from './shownChart';

/** Sizes in CSS pixels. */
const PADDING = 24;
const HEAD = 60;
const FOOT = 28;

/** Texts over or next to the canvas; the picture shows them at the same position and in the same style. */
const TEXTS = '[data-pane] > *, [data-mark], [data-text]';

/** The chart as a picture: the canvas with pane titles, below the ticker's name and above the time of the export. */
export function pictureOf({ ticker }: ShownChart, panel: HTMLElement): Promise<Blob> {
  const chartCanvas = panel.querySelector('canvas');
  const sentence = panel.querySelector('footer p')?.textContent ?? '';
  if (!chartCanvas) throw new Error('nothing to draw');
  const canvasRect = chartCanvas.getBoundingClientRect();
  const scale = chartCanvas.width / canvasRect.width;
  const picture = document.createElement('canvas');
  picture.width = Math.round((canvasRect.width + 2 * PADDING) * scale);
  picture.height = Math.round((canvasRect.height + HEAD + FOOT + 2 * PADDING) * scale);
  const ctx = picture.getContext('2d');
  if (!ctx) throw new Error('a canvas cannot be drawn on');
  ctx.scale(scale, scale);
  const style = getComputedStyle(panel);
  const color = (name: string) => style.getPropertyValue(`--md-${name}`).trim();
  const write = (text: string, x: number, y: number, font: string, textColor: string) => {
    ctx.font = `${font} ${style.fontFamily}`;
    ctx.fillStyle = textColor;
    ctx.fillText(text, x, y);
  };
  ctx.fillStyle = color('surface');
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.textBaseline = 'top';
  write(`${ticker.name} (${ticker.symbol})`, PADDING, PADDING, '620 18px', color('text-1'));
  write(sentence, PADDING, PADDING + 28, '400 13px', color('text-2'));
  ctx.drawImage(chartCanvas, PADDING, PADDING + HEAD, canvasRect.width, canvasRect.height);
  const [left, top] = [PADDING - canvasRect.left, PADDING + HEAD - canvasRect.top];
  for (const element of panel.querySelectorAll<HTMLElement>(TEXTS)) {
    const box = element.getBoundingClientRect();
    const { fontWeight, fontSize, color } = getComputedStyle(element);
    const text = element.innerText.trim();
    if (!text || box.width === 0) continue;
    ctx.textBaseline = 'middle';
    write(text, box.left + left, box.top + top + box.height / 2, `${fontWeight} ${fontSize}`, color);
  }
  ctx.textBaseline = 'bottom';
  const origin = ticker.source === 'sample' ? 'Marketdeck, sample data' : 'Marketdeck';
  const exportTime = formatExactTime(new Date(serverNow()).toISOString());
  write(
    `${origin}, ${exportTime}`,
    PADDING,
    PADDING + HEAD + canvasRect.height + FOOT,
    '400 12px',
    color('text-3'),
  );
  return new Promise((resolve, reject) => {
    picture.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas could not be exported'))),
      'image/png',
    );
  });
}
