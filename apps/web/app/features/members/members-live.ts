import type { CurrentUser } from '@commons/contract/auth';
import type { QueryClient } from '@tanstack/react-query';
import { onOpened, onReconnected, subscribe } from '../../lib/live-client.ts';
import { viewerQuery } from '../auth/index.ts';
import { onConnectionChange, startConnectionsLive } from '../connections/index.ts';
import { blocksQuery, followHiddenChange, forgetHiddenChanges, mutesQuery } from './hidden-members.api.ts';
import { changeProfile, profileKeys } from './profile.cache.ts';
import { settingsQuery } from './settings.api.ts';

type Score = Pick<CurrentUser, 'mindfulnessScore' | 'scoreRevision'>;

/** The score with the higher revision stands, whichever came last. */
export const withScore = (viewer: CurrentUser, score: Score): CurrentUser =>
  score.scoreRevision > viewer.scoreRevision ? { ...viewer, ...score } : viewer;

/** Keeps members' figures and connections current, whatever screen is open. Answers the function that stops it. */
export const startMembersLive = (queryClient: QueryClient): (() => void) => {
  const readViewer = () => void queryClient.invalidateQueries({ queryKey: viewerQuery.queryKey });
  const stops = [
    startConnectionsLive(queryClient),
    onConnectionChange((client, { userId, state }) => {
      changeProfile(client, userId, (profile) => ({ ...profile, connection: state }));
      // Who is connected decides what of a profile may be seen, and changes its count.
      void client.invalidateQueries({ queryKey: profileKeys.one(userId) });
    }),
    subscribe('points.changed', ({ mindfulnessScore, scoreRevision }) => {
      queryClient.setQueryData(
        viewerQuery.queryKey,
        (viewer) => viewer && withScore(viewer, { mindfulnessScore, scoreRevision }),
      );
      // Points come and go with posts and minutes, whose counts stand beside them.
      readViewer();
    }),
    subscribe('hidden.changed', ({ userId, change }) => followHiddenChange(queryClient, { userId, change })),
    onOpened(forgetHiddenChanges),
    // Who is here is asked once, before the socket opens: what changes within that moment is shown with the next change.
    onReconnected(async () => {
      for (const queryKey of [viewerQuery.queryKey, settingsQuery.queryKey, blocksQuery.queryKey, mutesQuery.queryKey])
        await queryClient.invalidateQueries({ queryKey }, { throwOnError: true });
    }),
    onOpened(() => queryClient.invalidateQueries({ queryKey: profileKeys.all }, { throwOnError: true })),
  ];
  return () => {
    for (const stop of stops) stop();
  };
};
