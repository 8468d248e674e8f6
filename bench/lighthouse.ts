import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { findSystemBrowser } from '../scripts/lib/browsers.ts';
import { run } from '../scripts/lib/run.ts';
import { openDatabase } from './lib/database.ts';
import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { productionSettings, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** Installed when this runs: its 200 packages would slow every installation of the project down. */
const lighthouse = 'lighthouse@13.5.0';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Report = {
  categories: Record<Category, { score: number | null }>;
  environment: { benchmarkIndex: number };
  audits: Record<string, { id: string; score: number | null; scoreDisplayMode: string; displayValue?: string }>;
};

const publicPages = ['/waitlist', '/dmtools', '/login', '/signup', '/crisis', '/self-help', '/self-help/panic', '/'];

/** Runs Lighthouse's mobile audit on the public pages and the feed. */
export async function measureLighthouse({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 200, posts: 1_000 });
  const { cookie } = requireDefined((await signInMembers(pool, 1))[0]);
  const server = await startServer(
    { DATABASE_URL, DATA_DIR: await makeFolder(cleanups), ...productionSettings },
    cleanups,
  );
  const folder = await makeFolder(cleanups);
  const times = quick ? 1 : 3;

  const measurements: Measurement[] = [];
  for (const page of publicPages) {
    const reports = await visit(folder, `${server.url}${page}`, { times });
    for (const category of categories) measurements.push(scoreOf(page, reports, category, 100));
  }
  const reports = await visit(folder, `${server.url}/`, { times, headers: { cookie } });
  measurements.push(scoreOf('the feed', reports, 'performance', 95));
  for (const category of ['accessibility', 'best-practices'] as const)
    measurements.push(scoreOf('the feed', reports, category, 100));
  return measurements;
}

type Visit = { times: number; headers?: Record<string, string> };

async function visit(folder: string, url: string, { times, headers = {} }: Visit): Promise<Report[]> {
  const reports: Report[] = [];
  const file = path.join(folder, 'lighthouse.json');
  for (let time = 0; time < times; time += 1) {
    const { ok, output } = await run(
      [
        ...['npx', '--yes', lighthouse, url, '--quiet', '--output=json', `--output-path=${file}`],
        `--only-categories=${categories.join(',')}`,
        `--extra-headers=${JSON.stringify(headers)}`,
        '--chrome-flags=--headless --no-sandbox --disable-gpu --disable-background-networking',
      ],
      { cwd: folder, env: { CHROME_PATH: findSystemBrowser() ?? '' } },
    );
    if (!ok) throw new Error(`Lighthouse did not run:\n${output}`);
    reports.push(JSON.parse(await readFile(file, 'utf8')) as Report);
  }
  return reports;
}

/** Returns the median score (0 to 100). The note names the failed audits. */
function scoreOf(page: string, reports: Report[], category: Category, atLeast: number): Measurement {
  const scores = reports.map((report) => (report.categories[category].score ?? 0) * 100);
  const last = requireDefined(reports.at(-1));
  const failed = Object.values(last.audits).filter(({ score }) => score !== null && score < 0.9);
  const metricIds = [
    'first-contentful-paint',
    'largest-contentful-paint',
    'total-blocking-time',
    'cumulative-layout-shift',
  ];
  const metrics = metricIds.map((id) => last.audits[id]?.displayValue ?? '').join(', ');
  return {
    name: `${page}: Lighthouse mobile, ${category}`,
    value: rounded(median(scores)),
    unit: '',
    target: { atLeast },
    note: `${spread(scores)}${category === 'performance' ? `; ${metrics}; machine ${last.environment.benchmarkIndex}` : ''}${
      median(scores) < atLeast ? `; ${failed.map(({ id }) => id).join(', ')}` : ''
    }`,
  };
}
