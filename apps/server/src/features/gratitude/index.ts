import * as contract from '@commons/contract/gratitude/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../platform/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { gratitudeError, noteKind, noteSubject } from './gratitude.contributions.ts';
import { findNotes, listNotes, type NoteRow, toNoteView } from './gratitude.queries.ts';
import { createNote, deleteNote, updateNote } from './gratitude.service.ts';
import { personalData } from './gratitude.tables.ts';

function gratitudeRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const { queue } = noteSubject;
  const readRules = { access: 'member' } as const;
  const listRules = { access: 'member', cursor: idCursor } as const;
  const postRules = { access: 'member', limits: [limits.posting] } as const;

  route(app, contract.listNotes, listRules, async ({ viewer, query: { limit }, after, sendPage }) => {
    const rows = await listNotes(db, viewer, { before: after, rowCount: limit + 1 });
    return sendPage(200, toPage(rows, limit, keyOf, toNoteView(viewer)));
  });

  route(app, contract.getNote, readRules, async ({ viewer, params, send }) => {
    const [row] = await findNotes(db, viewer, params.id);
    if (!row) throw gratitudeError('gratitude.not_found');
    return send(200, toNoteView(viewer)(row));
  });

  route(app, contract.createNote, postRules, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createNote(work, viewer, body))),
  );

  route(app, contract.updateNote, postRules, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => updateNote(work, viewer, params.id, body), queue(params.id))),
  );

  route(app, contract.deleteNote, postRules, async ({ viewer, params, send }) => {
    await transact((work) => deleteNote(work, viewer, params.id), queue(params.id));
    return send(204);
  });
}

const keyOf = ({ id }: NoteRow): string => id;

export const gratitude: Feature = {
  name: 'gratitude',
  registerRoutes: gratitudeRoutes,
  contributions: [noteKind],
  personalData,
};
