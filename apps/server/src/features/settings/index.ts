import * as contract from '@commons/contract/settings/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { brandRoutes } from './brand.routes.ts';
import { changePicture, changeSettings, type SettingsContext } from './settings.service.ts';
import { toCommunityView, toSettingsView } from './settings.views.ts';

function settingsRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { settings, media, transact } = context;
  const changeRules = { access: 'admin', limits: [limits.curating] } as const;

  /** Reads the latest settings first: another server may have just changed them. */
  const getView = async (viewContext: SettingsContext) => {
    await settings.refresh();
    return toSettingsView(viewContext);
  };

  route(app, contract.getSettings, { access: 'admin' }, () => getView(context));

  route(app, contract.changeSettings, changeRules, async ({ viewer, body }) => {
    await transact((work) => changeSettings(work, context, viewer.id, body));
    return getView(context);
  });

  const pictureRules = { access: 'admin', limits: [limits.uploadingForAll] } as const;
  route(app, contract.setBrandPicture, pictureRules, async ({ viewer, params: { picture }, request, once }) => {
    const form = { files: { file: picture }, required: 'file', ownerId: viewer.id, once } as const;
    await media.upload(request, form, async (work, { file }) => {
      await changePicture(work, context, viewer.id, picture, file);
      return {};
    });
    return getView(context);
  });

  route(app, contract.removeBrandPicture, changeRules, async ({ viewer, params: { picture } }) => {
    await transact((work) => changePicture(work, context, viewer.id, picture, undefined));
    return getView(context);
  });

  route(app, contract.getCommunity, { access: 'public' }, () => toCommunityView(settings.current));

  brandRoutes(app, context);
}

export const settingsFeature: Feature = { name: 'settings', registerRoutes: settingsRoutes };
