import type { CurrentUser } from '@commons/contract/auth/schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { viewerQuery } from '../auth/index.ts';
import { blocksQuery, applyHiddenChange, forgetHiddenChanges, mutesQuery } from './hidden-members.api.ts';
import { changeProfile, profileKeys } from './profile.api.ts';
import { settingsQuery } from './settings.api.ts';

type Score = Pick<CurrentUser, 'mindfulnessScore' | 'scoreRevision'>;

/** Applies a score if its revision is higher, regardless of the order of arrival. */
export const withScore = (viewer: CurrentUser, score: Score): CurrentUser =>
  score.scoreRevision > viewer.scoreRevision ? { ...viewer, ...score } : viewer;

/** Keeps members' counts and profiles current on every screen. */
export const live = (queryClient: QueryClient): LiveFeature => {
  const refetchViewer = () => void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  return {
    frames: {
      'points.changed': ({ mindfulnessScore, scoreRevision }) => {
        queryClient.setQueryData(
          viewerQuery.queryKey,
          (viewer) => viewer && withScore(viewer, { mindfulnessScore, scoreRevision }),
        );
        // Posts and minutes, shown beside the points, change together with them.
        refetchViewer();
      },
      // The member's permissions depend on their role.
      'status.changed': refetchViewer,
      'muted_words.changed': refetchViewer,
      'hidden.changed': ({ userId, change }) => applyHiddenChange(queryClient, { userId, change }),
    },
    changes: {
      'connection.changed': ({ userId, state }) => {
        changeProfile(queryClient, userId, (profile) => ({ ...profile, connection: state }));
        // A connection changes the connection count and the visible parts of the profile.
        void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) });
      },
    },
    onOpened: [
      () => forgetHiddenChanges(queryClient),
      () => queryClient.invalidateQueries({ queryKey: profileKeys.all }, { throwOnError: true }),
    ],
    // Presence is requested once before the socket opens. A change in between shows with the next change.
    onReconnected: [
      async () => {
        const queryKeys = [viewerQuery.queryKey, settingsQuery.queryKey, blocksQuery.queryKey, mutesQuery.queryKey];
        for (const queryKey of queryKeys) await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
      },
    ],
  };
};
