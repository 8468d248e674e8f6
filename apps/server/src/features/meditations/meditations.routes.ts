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
import { findMeditations, listMeditations, type MeditationRow, toMeditationView } from './meditations.queries.ts';
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
  const read = { access: 'member' } as const;
  const list = { access: 'member', cursor: idCursor } as const;
  const curate = { access: 'admin', limits: [limits.curating] } as const;
  const upload = { access: 'admin', limits: [limits.uploadingForAll] } as const;
  const listen = { access: 'member', limits: [limits.listening] } as const;

  route(app, contract.listMeditations, list, async ({ viewer, query, after, sendPage }) => {
    const rows = await listMeditations(db, { before: after, rowCount: query.limit + 1 });
    return sendPage(200, toPage(rows, query.limit, keyOf, toMeditationView(viewer)));
  });

  route(app, contract.getMeditation, read, async ({ viewer, params, send }) => {
    const [meditation] = await findMeditations(db, params.id);
    if (!meditation) throw meditationError('meditations.not_found');
    return send(200, toMeditationView(viewer)(meditation));
  });

  route(app, contract.createMeditation, curate, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createMeditation(work, media, viewer, body))),
  );

  route(app, contract.uploadMeditation, upload, async ({ viewer, request, once, send }) => {
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
    return send(201, meditation);
  });

  route(app, contract.updateMeditation, curate, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => updateMeditation(work, media, viewer, params.id, body), queue(params.id))),
  );

  route(app, contract.replaceAudio, upload, async ({ viewer, request, params, once, send }) => {
    const form = { files: { audioFile: 'audio' }, required: 'audioFile', ownerId: viewer.id, once } as const;
    const meditation = await media.upload(request, form, (work, { audioFile }) =>
      replaceAudio(work, media, viewer, params.id, audioFile),
    );
    return send(200, meditation);
  });

  route(app, contract.deleteMeditation, curate, async ({ viewer, params, send }) => {
    await transact((work) => deleteMeditation(work, media, viewer, params.id), queue(params.id));
    return send(204);
  });

  route(app, contract.trackListening, listen, async ({ viewer, params, body, once, send }) => {
    const options = listenerQueue(viewer.id);
    return send(200, {
      pointsAwarded: await once((work) => trackListening(work, viewer.id, params.id, body), options),
    });
  });

  commentRoutes(app, { db, transact }, comments, {
    list: contract.listMeditationComments,
    create: contract.createMeditationComment,
    update: contract.updateMeditationComment,
    delete: contract.deleteMeditationComment,
  });
}

const keyOf = ({ id }: MeditationRow): string => id;
