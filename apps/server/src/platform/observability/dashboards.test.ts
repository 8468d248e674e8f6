import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPost } from '@commons/contract/feed/schemas';
import { parser } from '@prometheus-io/lezer-promql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { Community } from '../../../test/community.ts';

const readDeployFile = (name: string) => readFile(new URL(`../../../../../deploy/${name}`, import.meta.url), 'utf8');

type Panel = { title: string; targets?: { expr: string; legendFormat: string }[] };
type Rule = { alert: string; expr: string; annotations: Record<string, string> };

/** The labels of each metric of a running community, by metric name. */
let labelsByMetric: Map<string, Set<string>>;
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
  const readMetrics = async () => (await community.visitor.send<string>('GET', '/metrics')).body;
  labelsByMetric = await vi.waitUntil(
    async () => {
      const exportedLabels = readLabels(await readMetrics());
      const isCounted = (name: string) => exportedLabels.has(`${name}_duration_seconds_count`);
      return isCounted('live_frame') && isCounted('bus_send') && exportedLabels;
    },
    { timeout: 50_000 },
  );
});
afterAll(async () => {
  await community.close();
  await rm(folder, { recursive: true });
});

function readLabels(metrics: string): Map<string, Set<string>> {
  const labelsByName = new Map<string, Set<string>>();
  for (const [, name = '', labels = ''] of metrics.matchAll(/^([a-z]\w+)(?:\{(.*)\})? \S+$/gm)) {
    const labelNames = labelsByName.getOrInsertComputed(name, () => new Set());
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) labelNames.add(label);
  }
  return labelsByName;
}

/** Labels that Prometheus adds to every metric. */
const addedLabels = ['instance'];

/** Returns the errors of an expression: syntax errors, unknown metrics and unknown labels. */
function findErrors(expression: string): string[] {
  const errors: string[] = [];
  const metricNames: string[] = [];
  const groupingLabels: string[] = [];
  const text = (node: { from: number; to: number }) => expression.slice(node.from, node.to);
  parser.parse(expression).iterate({
    enter({ type, node }) {
      if (type.isError) errors.push(`syntax error at ${node.from}`);
      if (type.name === 'VectorSelector') {
        const name = text(node.getChild('Identifier') ?? node);
        metricNames.push(name);
        if (!labelsByMetric.has(name)) errors.push(`unknown metric ${name}`);
        for (const matcher of node.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []) {
          const label = text(matcher.getChild('LabelName')!);
          if (![...addedLabels, ...(labelsByMetric.get(name) ?? [])].includes(label))
            errors.push(`${name} has no label ${label}`);
        }
      }
      if (type.name === 'GroupingLabels') groupingLabels.push(...node.getChildren('LabelName').map(text));
    },
  });
  if (metricNames.length === 0) errors.push('refers to no metric');
  const knownLabels = new Set([
    ...addedLabels,
    ...metricNames.flatMap((name) => [...(labelsByMetric.get(name) ?? [])]),
  ]);
  errors.push(
    ...groupingLabels.filter((label) => !knownLabels.has(label)).map((label) => `no metric has the label ${label}`),
  );
  return errors;
}

const readPanels = async () => {
  const { panels } = JSON.parse(await readDeployFile('grafana/mindful-commons.json')) as { panels: Panel[] };
  return panels.filter(({ targets }) => targets !== undefined);
};
const readRules = async () =>
  (parse(await readDeployFile('prometheus/alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

test('every panel of the dashboard uses metrics that a community exports', async () => {
  const panels = await readPanels();
  expect(panels.length).toBeGreaterThan(20);
  for (const { title, targets = [] } of panels)
    for (const { expr, legendFormat } of targets) {
      expect(findErrors(expr.replaceAll('$__rate_interval', '5m')), `${title}: ${expr}`).toEqual([]);
      for (const [, label = ''] of legendFormat.matchAll(/\{\{(\w+)\}\}/g)) expect(expr + addedLabels).toContain(label);
    }
});

test('every alert uses metrics that a community exports', async () => {
  const rules = await readRules();
  expect(rules.length).toBeGreaterThan(10);
  for (const { alert, expr, annotations } of rules) {
    expect(findErrors(expr), alert).toEqual([]);
    for (const [, label = ''] of JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g))
      expect(expr + addedLabels, alert).toContain(label);
  }
});

test.for([
  ['rate(made_up_total[5m])', 'unknown metric made_up_total'],
  ['bus_degraded{colour="red"}', 'bus_degraded has no label colour'],
  ['sum by (colour) (bus_degraded)', 'no metric has the label colour'],
  ['sum(bus_degraded', 'syntax error at 16'],
] as const)('the error in %s is found', ([expression, error]) => {
  expect(findErrors(expression)).toContain(error);
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
    for (const labels of labelsByMetric.values()) {
      expect(labels).not.toContain('job');
      expect(labels).not.toContain('instance');
    }
  });

  test('that cannot be read is omitted, and the others are exported', async () => {
    // A process without a cached count.
    const secondProcess = await Community.open({ sharesDatabaseWith: community });
    await community.db.$client.query('ALTER SCHEMA jobs RENAME TO away');
    const { status, body } = await secondProcess.visitor.send<string>('GET', '/metrics');
    await community.db.$client.query('ALTER SCHEMA away RENAME TO jobs');
    const repaired = await secondProcess.visitor.send<string>('GET', '/metrics');
    await secondProcess.close();
    expect(repaired.body).toMatch(/^job_queue_size\{/m);
    expect(status).toBe(200);
    expect(body).not.toMatch(/^job_queue_size\{/m);
    expect(body).toMatch(/^live_sockets \d/m);
  });
});
