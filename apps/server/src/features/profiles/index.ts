import { removeProfilePhoto, uploadProfilePhoto } from '@commons/contract/media/schemas';
import { profileErrors } from '@commons/contract/profiles';
import * as contract from '@commons/contract/profiles/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { errorsOf } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { findProfile, getSettings } from './profiles.queries.ts';
import { changePhoto, changeSettings, editProfile, endBreaks } from './profiles.service.ts';

export { getCurrentUser } from './profiles.queries.ts';
export { setBreak, settingsChanged } from './profiles.service.ts';

const profileError = errorsOf(profileErrors);

function profileRoutes(app: FastifyInstance, { db, transact, media }: FeatureContext): void {
  const member = { access: 'member' } as const;
  const upload = { access: 'member', limits: [limits.uploading] } as const;

  route(app, contract.getProfile, member, async ({ viewer, params }) => {
    const profile = await findProfile(db, viewer, params.id);
    if (!profile) throw profileError('members.not_found');
    return profile;
  });

  route(app, contract.updateProfile, member, ({ viewer, body }) => transact((work) => editProfile(work, viewer, body)));

  route(app, uploadProfilePhoto, upload, async ({ viewer, request, once }) => {
    const form = { files: { photo: 'profile-photo' }, required: 'photo', ownerId: viewer.id, once } as const;
    return media.upload(request, form, (work, { photo }) => changePhoto(work, media, viewer, photo));
  });

  route(app, removeProfilePhoto, member, ({ viewer }) =>
    transact((work) => changePhoto(work, media, viewer, undefined)),
  );

  route(app, contract.getSettings, member, ({ viewer }) => getSettings(db, viewer.id));

  route(app, contract.updateSettings, member, ({ viewer, body }) =>
    transact((work) => changeSettings(work, viewer.id, body)),
  );
}

export const profiles: Feature = {
  name: 'profiles',
  registerRoutes: profileRoutes,
  jobs: ({ db, transact }) => [{ name: 'ended-breaks', cron: '* * * * *', run: () => endBreaks(db, transact) }],
};
