import type { MemberSummary } from '@commons/contract/members';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/failure.ts';
import { showToast } from '../../ui/toast-store.ts';
import { viewerQuery } from '../auth/index.ts';
import { refreshConnections } from '../connections/index.ts';
import { hideAuthor, hideFromFeed, refreshPosts } from '../feed/index.ts';
import { memberAddresses } from './member-addresses.ts';
import { changeProfile, profileKeys } from './profile.cache.ts';

type Named = Pick<MemberSummary, 'id' | 'displayName'>;

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: ({ signal }) => call(memberAddresses.listBlocks, undefined, { signal }),
});

export const mutesQuery = queryOptions({
  queryKey: ['mutes'],
  queryFn: ({ signal }) => call(memberAddresses.listMutes, undefined, { signal }),
});

export const useBlock = (member: Named, onBlocked: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(memberAddresses.block, { params: { userId: member.id } }),
    onSuccess: () => {
      onBlocked();
      queryClient.setQueryData(profileKeys.one(member.id), null);
      hideAuthor(queryClient, member.id);
      refreshPosts(queryClient);
      refreshConnections(queryClient);
      void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
      void queryClient.invalidateQueries({ queryKey: blocksQuery.queryKey });
      showToast({
        title: 'Blocked',
        description: `You and ${member.displayName} no longer see each other. You can undo this in Settings.`,
      });
    },
    onError: (error) => showFailure(error, `${member.displayName} could not be blocked. Please try again.`),
  });
};

export const useUnblock = (member: Named) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(memberAddresses.unblock, { params: { userId: member.id } }),
    onSuccess: () => {
      queryClient.setQueryData(blocksQuery.queryKey, (list) => list?.filter(({ id }) => id !== member.id));
      queryClient.removeQueries({ queryKey: profileKeys.one(member.id) });
      refreshPosts(queryClient);
      refreshConnections(queryClient);
      showToast({ title: 'Unblocked', description: `You and ${member.displayName} can see each other again.` });
    },
    onError: (error) => showFailure(error, `${member.displayName} could not be unblocked. Please try again.`),
  });
};

export const useSetMuted = (member: Named) => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isMuted: boolean) =>
      isMuted
        ? call(memberAddresses.mute, { params: { userId: member.id } })
        : call(memberAddresses.unmute, { params: { userId: member.id } }),
    onSuccess: (_, isMuted) => {
      changeProfile(queryClient, member.id, (profile) => ({ ...profile, isMuted }));
      if (isMuted) {
        hideFromFeed(queryClient, member.id);
        void queryClient.invalidateQueries({ queryKey: mutesQuery.queryKey });
      } else queryClient.setQueryData(mutesQuery.queryKey, (list) => list?.filter(({ id }) => id !== member.id));
      refreshPosts(queryClient);
      refreshConnections(queryClient);
      showToast(
        isMuted
          ? { title: 'Muted', description: `Posts of ${member.displayName} leave your feed. They are not notified.` }
          : { title: 'Unmuted', description: `Posts of ${member.displayName} are back in your feed.` },
      );
    },
    onError: (error, isMuted) =>
      showFailure(error, `${member.displayName} could not be ${isMuted ? 'muted' : 'unmuted'}. Please try again.`),
  });
};
