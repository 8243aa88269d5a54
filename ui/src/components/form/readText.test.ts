import { expect, test } from 'vitest';
import { readText } from './readText';

const text = 'Kürzel\tNotiz\nSAP.DE\t';

test('a list is decoded from any of the supported encodings', async () => {
  const wide = new Uint8Array([0xff, 0xfe, ...[...text].flatMap((c) => [c.charCodeAt(0), 0])]);
  const narrow = new Uint8Array([...text].map((c) => c.charCodeAt(0)));
  const marked = new TextEncoder().encode(`\uFEFF${text}`);
  for (const bytes of [new TextEncoder().encode(text), marked, wide, narrow]) {
    expect(await readText(new Blob([bytes]))).toBe(text);
  }
});
