import * as contract from '@commons/contract/journal/schemas';
import type { FastifyInstance } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { idCursor, positionCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createEntry, deleteEntry, getEntry, listEntries, updateEntry } from './entries.ts';
import {
  findPromptOfDay,
  findPrompts,
  listCategories,
  listPrompts,
  toCategoryView,
  toPromptView,
} from './prompts.queries.ts';
import {
  createCategory,
  createPrompt,
  deleteCategory,
  deletePrompt,
  journalError,
  updateCategory,
  updatePrompt,
} from './prompts.service.ts';

const curate = { access: 'admin', limits: [limits.curating] } as const;
const read = { access: 'member' } as const;
const list = { access: 'member', cursor: idCursor } as const;
/** On a shared device, the browser must not store a copy that others find after a sign-out. */
const noStore = { 'cache-control': 'no-store' };
const write = { access: 'member', limits: [limits.journaling] } as const;

export function promptRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const categoryList = { access: 'member', cursor: positionCursor } as const;

  route(app, contract.listJournalCategories, categoryList, async ({ viewer, query, after }) => {
    const rows = await listCategories(db, { after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toCategoryView(viewer));
  });

  route(app, contract.createJournalCategory, curate, ({ viewer, body, once }) =>
    once((work) => createCategory(work, viewer, body)),
  );

  route(app, contract.updateJournalCategory, curate, ({ viewer, params, body }) =>
    transact((work) => updateCategory(work, viewer, params.id, body)),
  );

  route(app, contract.deleteJournalCategory, curate, ({ viewer, params }) =>
    transact((work) => deleteCategory(work, viewer, params.id)),
  );

  route(app, contract.listJournalPrompts, list, async ({ viewer, query, after }) => {
    const { categoryId, limit } = query;
    const rows = await listPrompts(db, { categoryId, before: after, rowCount: limit + 1 });
    return toPage(rows, limit, toPromptView(viewer));
  });

  route(app, contract.getTodaysJournalPrompt, read, async ({ viewer }) => {
    const [prompt] = await findPromptOfDay(db, databaseNow());
    return prompt ? toPromptView(viewer)(prompt) : null;
  });

  route(app, contract.getJournalPrompt, read, async ({ viewer, params }) => {
    const [prompt] = await findPrompts(db, params.id);
    if (!prompt) throw journalError('journal.prompt_not_found');
    return toPromptView(viewer)(prompt);
  });

  route(app, contract.createJournalPrompt, curate, ({ viewer, body, once }) =>
    once((work) => createPrompt(work, viewer, body)),
  );

  route(app, contract.updateJournalPrompt, curate, ({ viewer, params, body }) =>
    transact((work) => updatePrompt(work, viewer, params.id, body)),
  );

  route(app, contract.deleteJournalPrompt, curate, ({ viewer, params }) =>
    transact((work) => deletePrompt(work, viewer, params.id)),
  );
}

export function entryRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  route(app, contract.listJournalEntries, list, async ({ viewer, query, after, reply }) => {
    void reply.headers(noStore);
    const rows = await listEntries(db, viewer, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit);
  });

  route(app, contract.getJournalEntry, read, async ({ viewer, params, reply }) => {
    void reply.headers(noStore);
    return getEntry(db, viewer, params.id);
  });

  route(app, contract.createJournalEntry, write, async ({ viewer, body, once }) => {
    // A retry with the same idempotency key has the same body, so its content is right.
    const created = await once((work) => createEntry(work, viewer, body));
    return { ...created, content: body.content };
  });

  route(app, contract.updateJournalEntry, write, ({ viewer, params, body }) =>
    transact((work) => updateEntry(work, viewer, params.id, body)),
  );

  route(app, contract.deleteJournalEntry, write, ({ viewer, params }) =>
    transact((work) => deleteEntry(work, viewer, params.id)),
  );
}
