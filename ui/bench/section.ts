import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const DOCUMENT = '../docs/PERFORMANCE.md';

/** Returns the date, the CPU and the load average. */
function describeMachine(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unnamed CPU'}; load average ${load}.`;
}

/** Prints a section of measurements. With `WRITE=1`, also replaces it in docs/PERFORMANCE.md. */
export function writeSection(heading: string, lines: readonly string[]): void {
  const section = [`## ${heading}`, '', ...lines, '', describeMachine(), ''].join('\n');
  console.log(`\n${section}`);
  if (!process.env.WRITE) return;
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^(?=## )/m);
  const index = sections.findIndex((each) => each.startsWith(`## ${heading}\n`));
  if (index < 0) sections.push(section);
  else sections[index] = section;
  writeFileSync(DOCUMENT, `${sections.map((each) => each.trimEnd()).join('\n\n')}\n`);
}
