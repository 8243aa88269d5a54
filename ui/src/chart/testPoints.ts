// Price histories for tests.
export const MINUTE = 60_000;

export const bars = (start: string, step: number, prices: number[]) =>
  prices.map((price, i) => ({
    timestamp: new Date(Date.parse(start) + i * step).toISOString().replace('.000', ''),
    price,
  }));

export const ramp = (count: number) => Array.from({ length: count }, (_, i) => 100 + i);

export const session = { sessionStart: '2026-11-20T14:30:00Z', sessionEnd: '2026-11-20T21:00:00Z' };
