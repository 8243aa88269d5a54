import type { EconomicDate } from '~/api/types';

export type Impact = 1 | 2 | 3;
export const IMPACTS: Readonly<Record<Impact, string>> = { 1: 'Low', 2: 'Medium', 3: 'High' };

interface Release {
  name: string;
  meaning: string;
  /** How much it usually moves markets. */
  impact: Impact;
}

/** The built-in releases (`assets/catalogue/economy.csv`); a user's file may add others. */
export const RELEASES: readonly Release[] = [
  { name: 'FOMC rate decision', meaning: 'The range of the federal funds rate', impact: 3 },
  { name: 'Consumer Price Index', meaning: 'What households pay', impact: 3 },
  { name: 'Employment Situation', meaning: 'Payrolls, unemployment and wages', impact: 3 },
  { name: 'Producer Price Index', meaning: 'What producers receive', impact: 2 },
  { name: 'Job Openings and Labor Turnover', meaning: 'Openings, hires and quits (JOLTS)', impact: 2 },
];

/** How much a release usually moves markets; undefined for an unknown release. */
export const impactOf = ({ name }: Pick<EconomicDate, 'name'>): Impact | undefined =>
  RELEASES.find((release) => release.name === name)?.impact;
