import type { CurrentUser } from '@commons/contract/auth/schemas';
import { mediaCalls } from '@commons/contract/media/calls';
import { profileCalls } from '@commons/contract/profiles/calls';
import type { Profile, profileInput } from '@commons/contract/profiles/schemas';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../lib/api-client.ts';
import { nullIfUnavailable, showFailure } from '../../lib/api-error.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showToast } from '../../lib/toast-store.ts';
import { upload } from '../../lib/upload.ts';
import { viewerQuery } from '../auth/index.ts';
import { updateAuthor } from '../feed/index.ts';
import { profileTexts } from './members.texts.ts';

export const profileKeys = {
  all: ['profiles'],
  one: (memberId: string) => ['profiles', memberId] as const,
} as const;

/** Changes another member's cached profile. */
export const changeProfile = (
  queryClient: QueryClient,
  memberId: string,
  change: (profile: Profile) => Profile | null,
): void => {
  queryClient.setQueryData<Profile | null>(profileKeys.one(memberId), (profile) => profile && change(profile));
};

/** Another member's profile; null if it does not exist or a block hides it. */
export const profileQuery = (memberId: string) =>
  queryOptions({
    queryKey: profileKeys.one(memberId),
    queryFn: ({ signal }): Promise<Profile | null> =>
      call(profileCalls.getProfile, { params: { id: memberId } }, { signal }).catch(nullIfUnavailable),
    // No live frame reports changes of other profiles, so each visit refetches and shows the cached profile until then.
    ...staleOnVisit,
  });

/** Returns the viewer's own profile from the viewer data, without a request. */
export const ownProfile = (viewer: CurrentUser): Profile => ({ ...viewer, connection: 'self', isMuted: false });

const applyUpdatedViewer = (queryClient: QueryClient, viewer: CurrentUser): void => {
  queryClient.setQueryData(viewerQuery.queryKey, viewer);
  // Posts and comments contain their author's name, title and photo.
  const { id, displayName, firstName, lastName, profileImageUrl, title } = viewer;
  updateAuthor(queryClient, { id, displayName, firstName, lastName, profileImageUrl, title });
};

const useProfileChange = <Input>(mutationFn: (input: Input) => Promise<CurrentUser>) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['viewer', 'profiles'] },
    mutationFn,
    onSuccess: (viewer) => {
      applyUpdatedViewer(queryClient, viewer);
      showToast({ title: profileTexts.updated });
    },
    onError: (error) => showFailure(error, profileTexts.updateFailed),
  });
};

export const useUpdateProfile = () =>
  useProfileChange((body: z.input<typeof profileInput>) => call(profileCalls.updateProfile, { body }));

export const useUploadPhoto = (onProgress: (share: number) => void) =>
  useProfileChange((photo: Blob) => upload(mediaCalls.uploadProfilePhoto, { parts: { photo }, onProgress }));

export const useRemovePhoto = () => useProfileChange(() => call(mediaCalls.removeProfilePhoto));
