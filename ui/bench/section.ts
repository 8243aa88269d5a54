import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';

const DOCUMENT = '../docs/PERFORMANCE.md';

/** The date, the machine and what it had to do besides. */
function circumstances(): string {
  const load = loadavg()[0]?.toFixed(1);
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores of ${cpus()[0]?.model ?? 'an unnamed CPU'}; load average ${load}.`;
}

/** Prints a section of the table of figures, and with `WRITE=1` puts it into the document in place of what it was. */
export function writeSection(heading: string, lines: readonly string[]): void {
  const section = [`## ${heading}`, '', ...lines, '', circumstances(), ''].join('\n');
  console.log(`\n${section}`);
  if (!process.env.WRITE) return;
  const sections = readFileSync(DOCUMENT, 'utf8').split(/^(?=## )/m);
  const at = sections.findIndex((each) => each.startsWith(`## ${heading}\n`));
  if (at < 0) sections.push(section);
  else sections[at] = section;
  writeFileSync(DOCUMENT, `${sections.map((each) => each.trimEnd()).join('\n\n')}\n`);
}
