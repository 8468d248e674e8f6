import type { BrandPicture } from '@commons/contract/settings';
import { settingsCalls } from '@commons/contract/settings/calls';
import type { SettingChanges, SettingsView } from '@commons/contract/settings/schemas';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api-client.ts';
import { setBrand } from '../../../lib/product.ts';
import { upload } from '../../../lib/upload.ts';
import type { useUpload } from '../../../lib/use-upload.ts';
import { communitySettingsQuery } from '../../operator/index.ts';

/** Stores saved settings. The page of the admin takes the new look at once, other pages when they are opened. */
function storeSettings(client: QueryClient, view: SettingsView): void {
  client.setQueryData(communitySettingsQuery.queryKey, view);
  const { productName, accentColor } = view.values;
  setBrand({
    productName: productName ?? '',
    accentColor: accentColor ?? undefined,
    logoUrl: view.logoUrl ?? undefined,
    iconUrl: view.iconUrl ?? undefined,
  });
}

const settingsMutation = { meta: { changes: ['admin'] } } as const;

export function useChangeSettings() {
  const client = useQueryClient();
  return useMutation({
    ...settingsMutation,
    mutationFn: (body: { revision: number; changes: SettingChanges }) => call(settingsCalls.changeSettings, { body }),
    onSuccess: (view) => storeSettings(client, view),
  });
}

/** Uploads a logo or an icon, or removes it if there is no file. */
export function useChangePicture(picture: BrandPicture, { run }: Pick<ReturnType<typeof useUpload>, 'run'>) {
  const client = useQueryClient();
  const params = { picture };
  return useMutation({
    ...settingsMutation,
    mutationFn: (file: Blob | null) =>
      file === null
        ? call(settingsCalls.removeBrandPicture, { params })
        : run((options) => upload(settingsCalls.setBrandPicture, { params, parts: { file }, ...options })),
    onSuccess: (view) => storeSettings(client, view),
  });
}
