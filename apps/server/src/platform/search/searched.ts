import type { SearchType } from '@commons/contract/search';
import type { AnyColumn, SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { SearchedTable } from './searched-table.ts';

/** What a feature has searched: where its words are, who may see it, and what is shown of it. */
export type Searched = {
  type: SearchType;
  source: PgTable & { id: AnyColumn };
  /** By a trigger the words of each row are in it. */
  index: SearchedTable;
  /** What is searched of a row, as its trigger has it: a name or title, and the rest. */
  title: SQL<string | null>;
  rest: SQL<string | null>;
  /** Whether everybody may learn that these words are used: misspelt ones are mended by them. */
  isOpen: SQL<boolean>;
  /** Whether the viewer may see a row; with the placeholders of `visibilityParameters`. */
  isShown: SQL<boolean>;
  /** Of what matches equally well, the highest comes first. */
  newness: SQL<number>;
  shown: {
    title: SQL<string | null>;
    text: SQL<string | null>;
    imageUrl?: SQL<string | null>;
    contentWarning?: SQL<string | null>;
    authorId?: SQL<string | null>;
    at?: SQL<string | null>;
  };
};
