import { normalizeForDuplicates } from '@commons/contract/fold';
import { libraryErrors } from '@commons/contract/library';
import {
  type bookChange,
  bookInput,
  type podcastChange,
  podcastInput,
  type Book,
  type Podcast,
} from '@commons/contract/library/schemas';
import type { SearchType } from '@commons/contract/search/schemas';
import { z } from 'zod';
import { recordAudit } from '../../community/audit/index.ts';
import type { CsvCells, CsvTable } from '../../community/csv/csv-table.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import type { StarterContent } from '../../community/starter-content/starter-content.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, pipelined } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { type Page, toPage } from '../../platform/http/pagination.ts';
import { isAddress } from '../../platform/media/media-addresses.ts';
import type { Media } from '../../platform/media/media.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import * as queries from './library.queries.ts';
import type { LibraryFields, LibraryRow } from './library.queries.ts';
import type { LibraryKind } from './library.tables.ts';

const libraryError = errorsOf(libraryErrors);

/** The differences between books and podcasts: mainly the names of their fields. */
type KindDefinition<View, Input extends CsvCells, Change> = {
  kind: LibraryKind;
  searchType: SearchType;
  notFound: keyof typeof libraryErrors;
  coverField: keyof Input & string;
  input: z.ZodObject & z.ZodType<Input>;
  toView: (row: LibraryRow, can: { edit: boolean; delete: boolean }) => View;
  toInput: (fields: LibraryFields) => Input;
  /** An undefined cover stays unchanged. */
  toFields: (input: Input | Change) => Omit<LibraryFields, 'coverUrl'> & { coverUrl: string | null | undefined };
  csv: CsvTable['name'];
  file: string;
};

const detachCover = async ({ tx }: UnitOfWork, media: Media, coverUrl: string | null): Promise<void> => {
  if (coverUrl !== null) await media.detach(tx, coverUrl);
};

/** Creates the service of a kind. The routes restrict changes to admins. */
function createLibraryService<View, Input extends CsvCells, Change>(definition: KindDefinition<View, Input, Change>) {
  const { kind, searchType, notFound, coverField, input: inputSchema, toView, toInput, toFields } = definition;
  const viewFor =
    ({ role }: Viewer) =>
    (row: LibraryRow): View =>
      toView(row, { edit: role === 'admin', delete: role === 'admin' });
  const toItem = (input: Input): LibraryRow => ({ ...withCover(toFields(input), null), id: newId() });
  const publishChange = async (work: UnitOfWork, ids: string[]): Promise<void> => {
    work.publish({ audience: 'everyone', frame: { type: 'library.changed', kind } });
    await enqueueReindex(work, searchType, ids);
  };

  /** Attaches an uploaded cover of the viewer to an item. Does nothing for covers on other sites. */
  const attachCover = async ({ tx }: UnitOfWork, media: Media, { id }: Viewer, coverUrl: string | null) => {
    if (coverUrl === null || !isAddress(coverUrl)) return;
    if (!(await media.attachUploaded(tx, coverUrl, { ownerId: id, kind: 'cover' })))
      throw libraryError('library.cover_not_uploaded', { path: coverField });
  };

  return {
    async list(
      db: Database,
      viewer: Viewer,
      { after, limit }: { after: string | undefined; limit: number },
    ): Promise<Page<View, string>> {
      const rows = await queries.listItems(db, kind, { before: after, rowCount: limit + 1 });
      return toPage(rows, limit, viewFor(viewer));
    },

    async add(work: UnitOfWork, media: Media, viewer: Viewer, input: Input): Promise<View> {
      const item = toItem(input);
      await pipelined(
        queries.storeItems(work.tx, kind, [item]),
        attachCover(work, media, viewer, item.coverUrl),
        publishChange(work, [item.id]),
      );
      return viewFor(viewer)(item);
    },

    async change(work: UnitOfWork, media: Media, viewer: Viewer, id: string, input: Change): Promise<View> {
      const before = await queries.findAndLock(work.tx, kind, id);
      if (!before) throw libraryError(notFound);
      const item = { ...withCover(toFields(input), before.coverUrl), id };
      const hasNewCover = item.coverUrl !== before.coverUrl;
      await pipelined(
        queries.storeItems(work.tx, kind, [item]),
        hasNewCover && attachCover(work, media, viewer, item.coverUrl),
        hasNewCover && detachCover(work, media, before.coverUrl),
        publishChange(work, [id]),
      );
      return viewFor(viewer)(item);
    },

    async remove(work: UnitOfWork, media: Media, viewer: Viewer, id: string): Promise<void> {
      const deleted = await queries.deleteItem(work.tx, kind, id);
      if (!deleted) throw libraryError(notFound);
      await detachCover(work, media, deleted.coverUrl);
      await recordAudit(work, { actorId: viewer.id, action: `${kind}.deleted`, subjectId: id });
      await publishChange(work, [id]);
    },

    csvTable: {
      name: definition.csv,
      row: inputSchema,
      listRows: async (db, after) => (await queries.listManyItems(db, kind, after)).map(toStoredRow),
      findRows: async (db, ids, lock) => (await queries.findItems(db, kind, ids, { lock })).map(toStoredRow),
      keyOf(row) {
        const { title, author } = toFields(row);
        return JSON.stringify([title, author ?? ''].map(normalizeForDuplicates));
      },
      async findProblems(_db, rows) {
        const message =
          'This uploaded picture is not the cover of this row. Please keep the cover, or use an https address.';
        return rows.map(({ row, before }) => {
          const { coverUrl } = toFields(row);
          const isForeign = coverUrl && isAddress(coverUrl) && coverUrl !== (before && toFields(before).coverUrl);
          return isForeign ? { column: coverField, message } : undefined;
        });
      },
      lock: (tx) => queries.lockKind(tx, kind),
      async write(work, media, { added, changed }) {
        const unusedCovers = changed.flatMap(({ row, before }) => {
          const { coverUrl = null } = toFields(before);
          return coverUrl === toFields(row).coverUrl ? [] : [coverUrl];
        });
        // The first row of the file becomes the newest item.
        const items = [
          ...added.toReversed().map(toItem),
          ...changed.map(({ id, row }) => ({ ...withCover(toFields(row), null), id })),
        ];
        await pipelined(
          queries.storeItems(work.tx, kind, items),
          ...unusedCovers.map((coverUrl) => detachCover(work, media, coverUrl)),
          publishChange(
            work,
            items.map(({ id }) => id),
          ),
        );
      },
    } satisfies CsvTable<Input> as CsvTable,

    starterContent: {
      kind,
      file: definition.file,
      list: z.array(inputSchema),
      slugOf: (input) =>
        toFields(input)
          .title.toLowerCase()
          .replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
      async add(work, _context, input) {
        const item = toItem(input);
        await pipelined(queries.storeItems(work.tx, kind, [item]), publishChange(work, [item.id]));
      },
    } satisfies StarterContent<Input> as StarterContent,
  };

  function toStoredRow({ id, ...fields }: LibraryRow) {
    return { id, row: toInput(fields) };
  }
}

const withCover = (
  { coverUrl, ...fields }: Omit<LibraryFields, 'coverUrl'> & { coverUrl: string | null | undefined },
  before: string | null,
): LibraryFields => ({ ...fields, coverUrl: coverUrl === undefined ? before : coverUrl });

export const books = createLibraryService<Book, z.output<typeof bookInput>, z.output<typeof bookChange>>({
  kind: 'book',
  searchType: 'books',
  notFound: 'library.book_not_found',
  coverField: 'imageUrl',
  input: bookInput,
  toView: ({ coverUrl, link, ...fields }, can) => ({ ...fields, imageUrl: coverUrl, buyLink: link, can }),
  toInput: ({ coverUrl, link, ...fields }) => ({ ...fields, imageUrl: coverUrl, buyLink: link }),
  toFields: ({ imageUrl, buyLink, ...fields }) => ({ ...fields, coverUrl: imageUrl, link: buyLink }),
  csv: 'books',
  file: 'books.json',
});

export const podcasts = createLibraryService<Podcast, z.output<typeof podcastInput>, z.output<typeof podcastChange>>({
  kind: 'podcast',
  searchType: 'podcasts',
  notFound: 'library.podcast_not_found',
  coverField: 'albumCoverUrl',
  input: podcastInput,
  toView: ({ author: _author, coverUrl, link, ...fields }, can) => ({
    ...fields,
    albumCoverUrl: coverUrl,
    podcastLink: link,
    can,
  }),
  toInput: ({ author: _author, coverUrl, link, ...fields }) => ({
    ...fields,
    albumCoverUrl: coverUrl,
    podcastLink: link,
  }),
  toFields: ({ albumCoverUrl, podcastLink, ...fields }) => ({
    ...fields,
    author: null,
    coverUrl: albumCoverUrl,
    link: podcastLink,
  }),
  csv: 'podcasts',
  file: 'podcasts.json',
});
