import type { CurrentUser } from '@commons/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { viewerQuery } from '../auth/index.ts';
import { blocksQuery, followHiddenChange, forgetHiddenChanges, mutesQuery } from './hidden-members.api.ts';
import { changeProfile, profileKeys } from './profile.api.ts';
import { settingsQuery } from './settings.api.ts';

type Score = Pick<CurrentUser, 'mindfulnessScore' | 'scoreRevision'>;

/** The score with the higher revision stands, whichever came last. */
export const withScore = (viewer: CurrentUser, score: Score): CurrentUser =>
  score.scoreRevision > viewer.scoreRevision ? { ...viewer, ...score } : viewer;

/** Keeps members' figures and profiles current, whatever screen is open. */
export const live = (queryClient: QueryClient): LiveFeature => {
  const readViewer = () => void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  return {
    frames: {
      'points.changed': ({ mindfulnessScore, scoreRevision }) => {
        queryClient.setQueryData(
          viewerQuery.queryKey,
          (viewer) => viewer && withScore(viewer, { mindfulnessScore, scoreRevision }),
        );
        // Points come and go with posts and minutes, whose counts stand beside them.
        readViewer();
      },
      // What they are offered follows their role.
      'status.changed': readViewer,
      'muted_words.changed': readViewer,
      'hidden.changed': ({ userId, change }) => followHiddenChange(queryClient, { userId, change }),
    },
    changes: {
      'connection.changed': ({ userId, state }) => {
        changeProfile(queryClient, userId, (profile) => ({ ...profile, connection: state }));
        // Who is connected decides what of a profile may be seen, and changes its count.
        void queryClient.invalidateQueries({ queryKey: profileKeys.one(userId) });
      },
    },
    onOpened: [
      () => forgetHiddenChanges(queryClient),
      () => queryClient.invalidateQueries({ queryKey: profileKeys.all }, { throwOnError: true }),
    ],
    // Who is here is asked once, before the socket opens: what changes within that moment is shown with the next change.
    onReconnected: [
      async () => {
        const read = [viewerQuery.queryKey, settingsQuery.queryKey, blocksQuery.queryKey, mutesQuery.queryKey];
        for (const queryKey of read) await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
      },
    ],
  };
};
