import type { Pool } from 'pg';

const description =
  'Lie down or lean back. Put a hand where you feel your breath most, on the belly or the ribs. '.repeat(6);

/** Adds meditations of one hour with a long description. Returns their ids. */
export async function addMeditations(pool: Pool, count: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO meditations (id, title, description, audio_url, album_cover_url, duration, created_at)
     SELECT uuidv7(), 'Meditation ' || number, $2, 'https://sounds.test/' || number, 'https://pictures.test/' || number, 3600,
       date_trunc('milliseconds', now())
     FROM generate_series(1, $1::int) AS number RETURNING id`,
    [count, description],
  );
  return rows.map(({ id }) => id);
}
