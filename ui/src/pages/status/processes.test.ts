import { expect, test } from 'vitest';
import type { ClusterMember, ClusterStatus } from '~/api/types';
import { agoText, behindText, isAway, processesText, processRows, resyncCount } from './processes';

const NOW = '2026-11-20T19:00:00Z';
const at = (seconds: number) => new Date(Date.parse(NOW) + seconds * 1000).toISOString();
const traffic = { records: 900, prices: 12_000, gaps: 0, priceRereads: 0, recordRereads: 0 };

const member = (name: string, fields: Partial<ClusterMember> = {}): ClusterMember => ({
  ...{ name, role: 'edge', heardAt: at(-3), behind: 0, pricesAt: at(-4), traffic },
  ...fields,
});

const cluster = (fields: Partial<ClusterStatus> = {}): ClusterStatus => ({
  ...{ name: 'a:8081', role: 'source', connected: true, behind: null, traffic },
  source: { name: 'a:8081', epoch: 12, heardAt: NOW },
  members: [member('c:8091'), member('b:8082', { role: 'standBy' })],
  ...fields,
});

test('the source comes first, then standbys, then edges', () => {
  const names = (status: ClusterStatus) => processRows(status, NOW).map(({ name }) => name);
  expect(names(cluster())).toEqual(['a:8081', 'b:8082', 'c:8091']);
  const row = cluster({ name: 'd:8092', role: 'edge', behind: 0 });
  expect(names(row)).toEqual(['a:8081', 'b:8082', 'c:8091', 'd:8092']);
  expect(names({ ...row, source: null, members: [] })).toEqual(['d:8092']);
});

test('a process without heartbeats is away, and is not counted', () => {
  const rows = processRows(
    cluster({ members: [member('c:8091', { heardAt: at(-40) }), member('d:8092')] }),
    NOW,
  );
  const now = Date.parse(NOW);
  expect(rows.map((row) => isAway(row, now))).toEqual([false, true, false]);
  expect(processesText(rows, true, now)).toBe('1 source, 1 edge');
  const silent = processRows(
    cluster({
      ...{ name: 'd:8092', role: 'edge', behind: 0, members: [] },
      source: { name: 'a:8081', epoch: 12, heardAt: null },
    }),
    NOW,
  );
  expect(processesText(silent, false, now)).toBe('No source, 1 edge, NATS is not connected');
});

test('the lag of a process is shown in words', () => {
  const [source, , edge] = processRows(
    cluster({
      members: [
        member('b:8082', { role: 'standBy' }),
        member('c:8091', { behind: 1204, traffic: { ...traffic, gaps: 2, priceRereads: 2 } }),
      ],
    }),
    NOW,
  );
  if (!(source && edge)) throw new Error('three rows');
  expect([behindText(source), behindText(edge)]).toEqual(['—', '1,204 records']);
  expect(resyncCount(edge)).toBe(2);
  expect(agoText(edge.pricesAt, Date.parse(NOW))).toBe('4 s ago');
});
