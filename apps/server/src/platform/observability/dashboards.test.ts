import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPost } from '@commons/contract/feed/schemas';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { Community } from '../../../test/community.ts';

const fileOf = (name: string) => readFile(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8');

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };
type Rule = { alert: string; expr: string; annotations: Record<string, string> };

/** The labels of each metric of a running community, by metric name. */
let labelsOf: Map<string, Set<string>>;
let folder: string;
let community: Community;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-figures-'));
  community = await Community.open({ environment: { BACKUP_FOLDER: folder } });
  // One event for each counted metric.
  const [ana, ben] = [await community.member(), await community.member()];
  const tab = await community.connect(ana);
  await ben.call(createPost, { body: { content: 'Good morning' } });
  await tab.next('post.created');
  tab.send({ type: 'typing', receiverId: ben.id });
  await community.jobs.find(({ name }) => name === 'rate-limits')!.run();
  const figures = async () => (await community.visitor.send<string>('GET', '/metrics')).body;
  labelsOf = await vi.waitUntil(
    async () => {
      const read = readLabels(await figures());
      const isCounted = (name: string) => read.has(`${name}_duration_seconds_count`);
      return isCounted('live_frame') && isCounted('bus_send') && read;
    },
    { timeout: 50_000 },
  );
});
afterAll(async () => {
  await community.close();
  await rm(folder, { recursive: true });
});

function readLabels(figures: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of figures.matchAll(/^([a-z]\w+)(?:\{(.*)\})? \S+$/gm)) {
    const ofName = found.getOrInsertComputed(name, () => new Set());
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) ofName.add(label);
  }
  return found;
}

/** Labels that Prometheus adds to every metric. */
const addedLabels = ['instance'];

/** Returns the errors of an expression: syntax errors, unknown metrics and unknown labels. */
function faultsIn(expression: string): string[] {
  const faults: string[] = [];
  const named: string[] = [];
  const grouped: string[] = [];
  const text = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  parser.parse(expression).iterate({
    enter({ type, node }) {
      if (type.isError) faults.push(`syntax error at ${node.from}`);
      if (type.name === 'VectorSelector') {
        const name = text(node.getChild('Identifier') ?? node);
        named.push(name);
        if (!labelsOf.has(name)) faults.push(`unknown metric ${name}`);
        for (const matcher of node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
          const label = text(matcher.getChild('LabelName')!);
          if (![...addedLabels, ...(labelsOf.get(name) ?? [])].includes(label))
            faults.push(`${name} has no label ${label}`);
        }
      }
      if (type.name === 'GroupingLabels') grouped.push(...node.getChildren('LabelName').map(text));
    },
  });
  if (named.length === 0) faults.push('refers to no metric');
  const known = new Set([...addedLabels, ...named.flatMap((name) => [...(labelsOf.get(name) ?? [])])]);
  faults.push(...grouped.filter((label) => !known.has(label)).map((label) => `no metric has the label ${label}`));
  return faults;
}

const panelsOf = async () => {
  const { panels } = JSON.parse(await fileOf('grafana/mindful-commons.json')) as { panels: Panel[] };
  return panels.filter(({ targets }) => targets !== undefined);
};
const rulesOf = async () =>
  (parse(await fileOf('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

test('every panel of the dashboard uses metrics that a community exports', async () => {
  const panels = await panelsOf();
  expect(panels.length).toBeGreaterThan(20);
  for (const { title, targets = [] } of panels)
    for (const { expr, legendFormat } of targets) {
      expect(faultsIn(expr.replaceAll('$__rate_interval', '5m')), `${title}: ${expr}`).toEqual([]);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(expr + addedLabels).toContain(label);
    }
});

test('every alert uses metrics that a community exports', async () => {
  const rules = await rulesOf();
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect(faultsIn(expr), alert).toEqual([]);
    for (const [, label = ''] of JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g))
      expect(expr + addedLabels, alert).toContain(label);
  }
});

test.for([
  ['rate(made_up_total[5m])', 'unknown metric made_up_total'],
  ['bus_degraded{colour="red"}', 'bus_degraded has no label colour'],
  ['sum by (colour) (bus_degraded)', 'no metric has the label colour'],
  ['sum(bus_degraded', 'syntax error at 16'],
] as const)('the error in %s is found', ([expression, fault]) => {
  expect(faultsIn(expression)).toContain(fault);
});

describe('a metric', () => {
  test('has only a few labels from the source code and no personal data', async () => {
    const ana = await community.member({ firstName: 'Anastasia', email: 'anastasia@mail.test' });
    await ana.send('GET', `/api/members/${ana.id}?search=lavender`);
    await ana.send('GET', '/api/anastasia@mail.test');
    const { body } = await community.visitor.send<string>('GET', '/metrics');
    for (const secret of [ana.id, 'nastasia', 'lavender', folder]) expect(body).not.toContain(secret);
    expect(body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  test('has no label that Prometheus adds itself', () => {
    for (const labels of labelsOf.values()) {
      expect(labels).not.toContain('job');
      expect(labels).not.toContain('instance');
    }
  });

  test('that cannot be read is omitted, and the others are exported', async () => {
    // A process without a cached count.
    const beside = await Community.open({ sharesDatabaseWith: community });
    await community.db.$client.query('ALTER SCHEMA jobs RENAME TO away');
    const { status, body } = await beside.visitor.send<string>('GET', '/metrics');
    await community.db.$client.query('ALTER SCHEMA away RENAME TO jobs');
    const mended = await beside.visitor.send<string>('GET', '/metrics');
    await beside.close();
    expect(mended.body).toMatch(/^job_queue_size\{/m);
    expect(status).toBe(200);
    expect(body).not.toMatch(/^job_queue_size\{/m);
    expect(body).toMatch(/^live_sockets \d/m);
  });
});
