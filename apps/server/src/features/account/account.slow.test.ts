import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const memoryInUse = () => process.memoryUsage().heapUsed + process.memoryUsage().external;

test('the export streams many thousand rows, and stops when the client disconnects', async () => {
  const ana = await community.current.member();
  await community.current.db.execute(sql`
    WITH new_prompt AS (
      INSERT INTO journal_prompts (id, category_id, prompt) VALUES (gen_random_uuid(), 1, 'What now?') RETURNING id
    )
    INSERT INTO journal_entries (id, member_id, prompt_id, prompt, content, created_at)
    SELECT gen_random_uuid(), ${ana.id}, new_prompt.id, 'What now?',
      (SELECT string_agg(md5(number || ' ' || part), ' ') FROM generate_series(1, 10) AS part), now()
    FROM new_prompt, generate_series(1, 50000) AS number`);
  const address = await community.current.listen();
  const startExport = () => fetch(`${address}/api/account/export`, { headers: { cookie: ana.cookie } });
  const memoryBefore = memoryInUse();
  let [archiveBytes, peakMemory] = [0, 0];
  for await (const chunk of (await startExport()).body!) {
    archiveBytes += chunk.length;
    peakMemory = Math.max(peakMemory, memoryInUse() - memoryBefore);
  }
  process.stdout.write(
    `an archive of ${Math.round(archiveBytes / 1e6)} MB, ${Math.round(peakMemory / 1e6)} MB of memory at peak\n`,
  );
  expect(archiveBytes).toBeGreaterThan(8_000_000);
  expect(peakMemory).toBeLessThan(100_000_000);

  const reader = (await startExport()).body!.getReader();
  await reader.read();
  await reader.cancel();
  // No database connection stays in use. The pool closes idle ones.
  const { $client: pool } = community.current.db;
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0);
}, 60_000);
