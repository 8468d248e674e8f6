import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../database/columns.ts';
import { type PersonalData } from '../personal-data.ts';

export const mediaKinds = ['image', 'profile-photo', 'message-photo', 'meditation-cover', 'cover', 'audio'] as const;

/**
 * Stored files and who brought them. A file belongs to something from `attachedAt` on; one that never did is collected
 * after a day. There is no reference to the owner's row: files of a member who left are found here and collected too.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: primaryId(),
    /** Null for what ships with the application. */
    ownerId: uuid(),
    kind: text({ enum: mediaKinds }).notNull(),
    /** In pixels; 0 for what is no picture. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
    attachedAt: instant(),
    /** When the content that used the file let go of it. Its address answers 404 from then on. */
    releasedAt: instant(),
  },
  (table) => [
    index('media_files_by_owner').on(table.ownerId),
    index('media_files_unattached').on(table.attachedAt, table.createdAt),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: mediaFiles,
    what: 'pictures and audio files that you uploaded',
    why: 'they are shown in your content',
    until: 'their content is deleted; unused files after a day',
    mentions: [{ column: mediaFiles.ownerId, exported: true, leaving: 'chosen' }],
  },
];
