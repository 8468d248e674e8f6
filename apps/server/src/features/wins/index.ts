import * as contract from '@commons/contract/wins/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../platform/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { cheers, winError, winKind, winSubject } from './wins.contributions.ts';
import { findWins, listWins, toWinView, type WinRow } from './wins.queries.ts';
import { createWin, deleteWin, updateWin } from './wins.service.ts';
import { personalData } from './wins.tables.ts';

function winRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const { queue } = winSubject;
  const read = { access: 'member' } as const;
  const list = { access: 'member', cursor: idCursor } as const;
  const share = { access: 'member', limits: [limits.posting] } as const;
  const cheer = { access: 'member', limits: [limits.liking] } as const;

  route(app, contract.listWins, list, async ({ viewer, query, after, sendPage }) => {
    const { category, limit } = query;
    const rows = await listWins(db, viewer, { category, isBefore: after, rowCount: limit + 1 });
    return sendPage(200, toPage(rows, limit, keyOf, toWinView(viewer)));
  });

  route(app, contract.getWin, read, async ({ viewer, params, send }) => {
    const [win] = await findWins(db, viewer, params.id);
    if (!win) throw winError('wins.not_found');
    return send(200, toWinView(viewer)(win));
  });

  route(app, contract.createWin, share, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createWin(work, viewer, body))),
  );

  route(app, contract.updateWin, share, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => updateWin(work, viewer, params.id, body), queue(params.id))),
  );

  route(app, contract.deleteWin, share, async ({ viewer, params, send }) => {
    await transact((work) => deleteWin(work, viewer, params.id), queue(params.id));
    return send(204);
  });

  route(app, contract.toggleCheer, cheer, async ({ viewer, params, send }) =>
    send(200, await transact((work) => cheers.toggle(work, viewer, params.id), queue(params.id))),
  );
}

const keyOf = ({ id }: WinRow): string => id;

export const wins: Feature = {
  name: 'wins',
  registerRoutes: winRoutes,
  contributions: [winKind],
  checks: [cheers.check],
  personalData,
  departures: [cheers.departure],
};
