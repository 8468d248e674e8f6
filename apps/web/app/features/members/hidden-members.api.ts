import type { MemberSummary } from '@commons/contract/members/schemas';
import { profileCalls } from '@commons/contract/profiles/calls';
import type { VisibilityChange } from '@commons/contract/profiles/schemas';
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { recentByClient } from '../../lib/client-state.ts';
import { publishChange } from '../../lib/live.ts';
import { showToast } from '../../lib/toast-store.ts';
import { viewerQuery } from '../auth/index.ts';
import { hideFromConnections, refreshConnections, refreshSuggestions } from '../connections/index.ts';
import { hideAuthor, hideFromFeed, restoreAuthor, restoreToFeed } from '../feed/index.ts';
import { hideTexts } from './members.texts.ts';
import { changeProfile, profileKeys } from './profile.api.ts';

type NamedMember = Pick<MemberSummary, 'id' | 'displayName'>;

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => call(profileCalls.listBlocks, undefined, { signal }),
});

export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: ({ signal }) => call(profileCalls.listMutes, undefined, { signal }),
});

/** A block or mute, or its end, in any of the viewer's tabs. */
type HiddenChange = { userId: string; change: VisibilityChange };

const changeHandlers: Record<VisibilityChange, (queryClient: QueryClient, userId: string) => void> = {
  blocked: (queryClient, userId) => {
    queryClient.setQueryData(profileKeys.one(userId), null);
    hideAuthor(queryClient, userId);
    hideFromConnections(queryClient, userId);
    void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
  },
  unblocked: (queryClient, userId) => {
    queryClient.setQueryData(blocksQuery.queryKey, (list) => list?.filter(({ id }) => id !== userId));
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
    void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) });
    void restoreAuthor(queryClient, userId);
    void refreshConnections(queryClient);
  },
  muted: (queryClient, userId) => {
    changeProfile(queryClient, userId, (profile) => ({ ...profile, isMuted: true }));
    hideFromFeed(queryClient, userId);
    void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
    refreshSuggestions(queryClient);
  },
  unmuted: (queryClient, userId) => {
    changeProfile(queryClient, userId, (profile) => ({ ...profile, isMuted: false }));
    queryClient.setQueryData(mutesQuery.queryKey, (list) => list?.filter(({ id }) => id !== userId));
    void restoreToFeed(queryClient, userId);
    refreshSuggestions(queryClient);
  },
};

/** The last applied change of each member. */
const appliedChanges = recentByClient<VisibilityChange>();

/** Clears the applied changes after a gap in the live connection, so that the next one is applied in any case. */
export const forgetHiddenChanges = (queryClient: QueryClient): void => appliedChanges(queryClient).clear();

/**
 * Updates all cached data after a block, a mute or its end. The viewer's own changes arrive twice, as a response and as
 * a frame; the second one has no effect.
 */
export const applyHiddenChange = (queryClient: QueryClient, { userId, change }: HiddenChange): void => {
  if (appliedChanges(queryClient).get(userId) === change) return;
  appliedChanges(queryClient).set(userId, change);
  changeHandlers[change](queryClient, userId);
  publishChange('hidden.changed', { userId, change });
};

const calls: Record<VisibilityChange, (userId: string) => Promise<unknown>> = {
  blocked: (userId) => call(profileCalls.block, { params: { userId } }),
  unblocked: (userId) => call(profileCalls.unblock, { params: { userId } }),
  muted: (userId) => call(profileCalls.mute, { params: { userId } }),
  unmuted: (userId) => call(profileCalls.unmute, { params: { userId } }),
};

/** Blocks or mutes a member, or ends it. `onChanged` runs before the cached data changes, which may unmount the caller. */
export const useHide = ({ id: userId, displayName }: NamedMember, onChanged?: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: {
      changes: [
        ...['posts', 'comments', 'wins', 'gratitude', 'recommendations', 'events'],
        ...['connections', 'profiles', 'blocks', 'mutes', 'messages'],
      ],
    },
    mutationFn: (change: VisibilityChange) => calls[change](userId),
    onSuccess: (_response, change) => {
      onChanged?.();
      applyHiddenChange(queryClient, { userId, change });
      const { title, describe } = hideTexts[change];
      showToast({ title, description: describe(displayName) });
    },
    onError: (error, change) => showFailure(error, hideTexts[change].describeFailure(displayName)),
  });
};
