import { removeProfilePhoto, uploadProfilePhoto } from '@commons/contract/media';
import * as contract from '@commons/contract/profiles';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/routes.ts';
import type { Media } from '../../platform/media/media.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { blockMember, listBlocked, listMuted, muteMember, unblockMember, unmuteMember } from './blocks.service.ts';
import { findProfile, getSettings } from './profiles.queries.ts';
import { changePhoto, changeSettings, editProfile } from './profiles.service.ts';

const memberError = errorsOf(contract.profileErrors);

export function memberRoutes(
  app: FastifyInstance,
  { db, transact, media }: { db: Database; transact: Transact; media: Media },
): void {
  const member = { access: 'member' } as const;
  const upload = { access: 'member', limits: [limits.uploading] } as const;
  const relate = { access: 'member', limits: [limits.relating] } as const;

  route(app, contract.getProfile, member, async ({ viewer, params, send }) => {
    const profile = await findProfile(db, viewer, params.id);
    if (!profile) throw memberError('members.not_found');
    return send(200, profile);
  });

  route(app, contract.updateProfile, member, async ({ viewer, body, send }) =>
    send(200, await transact((work) => editProfile(work, viewer.id, body))),
  );

  route(app, uploadProfilePhoto, upload, async ({ viewer, request, once, send }) => {
    const given = { field: 'photo', kind: 'profile-photo', ownerId: viewer.id, once } as const;
    return send(200, await media.upload(request, given, (work, photo) => changePhoto(work, media, viewer.id, photo)));
  });

  route(app, removeProfilePhoto, member, async ({ viewer, send }) =>
    send(200, await transact((work) => changePhoto(work, media, viewer.id, undefined))),
  );

  route(app, contract.getSettings, member, async ({ viewer, send }) => send(200, await getSettings(db, viewer.id)));

  route(app, contract.updateSettings, member, async ({ viewer, body, send }) =>
    send(200, await changeSettings(db, viewer.id, body)),
  );

  route(app, contract.listBlocks, member, async ({ viewer, send }) => send(200, await listBlocked(db, viewer.id)));

  route(app, contract.block, relate, async ({ viewer, params, send }) => {
    await transact((work) => blockMember(work, viewer.id, params.userId));
    return send(204);
  });

  route(app, contract.unblock, relate, async ({ viewer, params, send }) => {
    await transact((work) => unblockMember(work, viewer.id, params.userId));
    return send(204);
  });

  route(app, contract.listMutes, member, async ({ viewer, send }) => send(200, await listMuted(db, viewer)));

  route(app, contract.mute, relate, async ({ viewer, params, send }) => {
    await transact((work) => muteMember(work, viewer, params.userId));
    return send(204);
  });

  route(app, contract.unmute, relate, async ({ viewer, params, send }) => {
    await transact((work) => unmuteMember(work, viewer.id, params.userId));
    return send(204);
  });
}
