import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../database/columns.ts';

export const mediaKinds = [
  'image',
  'profile-photo',
  'message-photo',
  'meditation-cover',
  'cover',
  'logo',
  'icon',
  'audio',
] as const;

/**
 * Stored files and their uploaders. A file is in use from `attachedAt` on. Unused files are deleted after a day. The
 * owner is not a foreign key, so that files of a member who left can still be found and deleted.
 */
export const mediaFiles = pgTable(
  'media_files',
  {
    id: primaryId(),
    /** Null for content that ships with the application. */
    ownerId: uuid(),
    kind: text({ enum: mediaKinds }).notNull(),
    /** In pixels; 0 if it is not a picture. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
    attachedAt: instant(),
    /** When the content stopped using the file. Its address returns 404 from then on. */
    releasedAt: instant(),
  },
  (table) => [
    index('media_files_by_owner').on(table.ownerId),
    index('media_files_unattached').on(table.attachedAt, table.createdAt),
  ],
);
