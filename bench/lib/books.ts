import type { Pool } from 'pg';

/** Adds `count` books and as many podcasts to the library. */
export const addBooks = (pool: Pool, count: number) =>
  pool.query(
    `INSERT INTO library_items (id, kind, title, author, description, cover_url, link)
     SELECT uuidv7(), CASE WHEN number % 2 = 0 THEN 'book' ELSE 'podcast' END, 'Book ' || number, 'Author ' || number, $2,
       'https://covers.test/' || number, 'https://books.test/' || number
     FROM generate_series(1, $1::int) AS number`,
    [2 * count, 'Short chapters about being present in an ordinary life, each of which can be read on its own.'],
  );
