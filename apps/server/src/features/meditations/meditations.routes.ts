import * as contract from '@commons/contract/meditations/schemas';
import type { FastifyInstance } from 'fastify';
import { commentRoutes } from '../../community/contributions/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { parseForm } from '../../pages/parse-form.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { listenerQueue, trackListening } from './listening.service.ts';
import { comments, meditationError, meditationSubject } from './meditations.contributions.ts';
import { findFilters, findMeditations, listMeditations, toMeditationView } from './meditations.queries.ts';
import {
  createMeditation,
  createUploadedMeditation,
  deleteMeditation,
  replaceAudio,
  updateMeditation,
} from './meditations.service.ts';

const formFiles = { audioFile: 'audio', coverFile: 'meditation-cover' } as const;

/** Routes for meditations, their comments and listening reports. */
export function meditationRoutes(app: FastifyInstance, { db, transact, media }: FeatureContext): void {
  const { queue } = meditationSubject;
  const read = { access: 'member', scope: 'content:read' } as const;
  const list = { ...read, cursor: idCursor } as const;
  const curate = { access: 'admin', limits: [limits.curating] } as const;
  const upload = { access: 'admin', limits: [limits.uploadingForAll] } as const;
  const listen = { access: 'member', limits: [limits.listening] } as const;

  route(app, contract.listMeditations, list, async ({ viewer, query, after }) => {
    const { limit, theme, length } = query;
    const rows = await listMeditations(db, { before: after, rowCount: limit + 1, theme, length });
    return toPage(rows, limit, toMeditationView(viewer));
  });

  route(app, contract.listMeditationFilters, read, () => findFilters(db));

  route(app, contract.getMeditation, read, async ({ viewer, params }) => {
    const [meditation] = await findMeditations(db, params.id);
    if (!meditation) throw meditationError('meditations.not_found');
    return toMeditationView(viewer)(meditation);
  });

  route(app, contract.createMeditation, curate, ({ viewer, body, once }) =>
    once((work) => createMeditation(work, media, viewer, body)),
  );

  route(app, contract.uploadMeditation, upload, async ({ viewer, request, once }) => {
    const form = {
      files: formFiles,
      required: 'audioFile',
      readFields: (fields: object) => parseForm(contract.meditationUploadFields, fields),
      ownerId: viewer.id,
      once,
    } as const;
    const meditation = await media.upload(request, form, (work, { audioFile, coverFile }, fields) =>
      createUploadedMeditation(work, media, viewer, fields, { audio: audioFile, cover: coverFile }),
    );
    return meditation;
  });

  route(app, contract.updateMeditation, curate, ({ viewer, params, body }) =>
    transact((work) => updateMeditation(work, media, viewer, params.id, body), queue(params.id)),
  );

  route(app, contract.replaceAudio, upload, async ({ viewer, request, params, once }) => {
    const form = { files: { audioFile: 'audio' }, required: 'audioFile', ownerId: viewer.id, once } as const;
    const meditation = await media.upload(request, form, (work, { audioFile }) =>
      replaceAudio(work, media, viewer, params.id, audioFile),
    );
    return meditation;
  });

  route(app, contract.deleteMeditation, curate, ({ viewer, params }) =>
    transact((work) => deleteMeditation(work, media, viewer, params.id), queue(params.id)),
  );

  route(app, contract.trackListening, listen, async ({ viewer, params, body, once }) => {
    const options = listenerQueue(viewer.id);
    return {
      pointsAwarded: await once((work) => trackListening(work, viewer.id, params.id, body), options),
    };
  });

  commentRoutes(app, { db, transact }, comments, {
    list: contract.listMeditationComments,
    create: contract.createMeditationComment,
    update: contract.updateMeditationComment,
    delete: contract.deleteMeditationComment,
  });
}
