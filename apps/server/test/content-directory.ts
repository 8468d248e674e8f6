import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { features } from '../src/app.ts';
import { Community } from './community.ts';

/** A content folder with empty lists, which a test can fill, and servers that start with it. */
export function setUpStarterContent() {
  let contentDirectory: string;
  const openedServers: Community[] = [];
  const write = async (name: string, content: unknown): Promise<void> => {
    const file = path.join(contentDirectory, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content instanceof Buffer ? content : JSON.stringify(content));
  };
  beforeAll(async () => {
    contentDirectory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-content-'));
    for (const { file } of features.flatMap(({ starterContent = [] }) => starterContent)) await write(file, []);
    await write('downloads.json', { pdfs: [], audio: [] });
  });
  afterAll(() => rm(contentDirectory, { recursive: true, force: true }));
  afterEach(async () => {
    for (const server of openedServers.splice(0).toReversed()) await server.close();
  });
  const start = async (options: Parameters<typeof Community.open>[0], setting: 'on' | 'off' = 'on') => {
    const server = await Community.open({ ...options, environment: { STARTER_CONTENT: setting } });
    openedServers.push(server);
    await server.listen();
    return server;
  };
  return {
    write,
    /** Opens a server with the written content, which has just started to listen. */
    startServer: (other?: Community, setting?: 'on' | 'off') =>
      start({ contentDirectory, ...(other && { sharesDatabaseWith: other }) }, setting),
    /** Opens a server with the content of this repository. */
    startWithShippedContent: () => start({}),
    start: (options: Parameters<typeof Community.open>[0]) => start({ contentDirectory, ...options }),
  };
}

/** Adds the starter content, as the task of a server does. */
export const addStarterContent = ({ tasks }: Community, signal?: AbortSignal) =>
  tasks.find(({ name }) => name === 'starter-content')!.run({}, signal);

export async function countPendingStarterTasks({ db }: Community): Promise<number> {
  const { rows } = await db.$client.query(
    `SELECT FROM jobs.job WHERE name = 'starter-content' AND state < 'completed'`,
  );
  return rows.length;
}
