import {
  type Meditation,
  meditationCalls,
  type MeditationChange,
  type MeditationInput,
} from '@commons/contract/meditations';
import { mutationOptions, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, isUnavailableItemError, showFailure } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { upload, type Upload } from '../../lib/upload.ts';
import { showToast } from '../../ui/toast-store.ts';
import { mergeLiveCounts } from '../contributions/index.ts';
import { addMeditation, findInList, meditationKeys, removeMeditation, replaceMeditation } from './meditations.cache.ts';

export const meditationsQuery = pagedQuery({
  queryKey: meditationKeys.list,
  read: async ({ client, cursor, signal }) => {
    const page = await callPage(meditationCalls.listMeditations, { query: cursorOf(cursor) }, { signal });
    return { ...page, items: page.items.map((meditation) => mergeLiveCounts(client, meditation)) };
  },
  gcTime: 60 * 60 * 1000,
});

/** Refetches a meditation; null if it no longer exists. */
export const readMeditation = async (
  client: QueryClient,
  meditationId: string,
  signal?: AbortSignal,
): Promise<Meditation | null> => {
  try {
    return mergeLiveCounts(
      client,
      await call(meditationCalls.getMeditation, { params: { id: meditationId } }, signal && { signal }),
    );
  } catch (error) {
    if (isUnavailableItemError(error)) return null;
    throw error;
  }
};

/** Returns a meditation from the cached list at once, and refetches it. */
export const meditationQuery = (queryClient: QueryClient, meditationId: string) =>
  queryOptions({
    queryKey: meditationKeys.one(meditationId),
    queryFn: ({ client, signal }) => readMeditation(client, meditationId, signal),
    initialData: () => findInList(queryClient, meditationId),
    initialDataUpdatedAt: 0,
    ...staleOnVisit,
  });

/** Either audio on another site, whose input resolves once the cover is uploaded, or the ordered parts of an upload. */
type NewMeditation = { idempotencyKey: string } & ({ input: () => Promise<MeditationChange> } | Upload);

export const addMeditationMutation = mutationOptions({
  meta: { changes: ['meditations', 'points'] },
  mutationFn: async (added: NewMeditation) => {
    if ('parts' in added) return upload(meditationCalls.uploadMeditation, added);
    const { input, idempotencyKey } = added;
    return call(meditationCalls.createMeditation, { body: (await input()) as MeditationInput }, { idempotencyKey });
  },
  onSuccess: (meditation, _variables, _onMutateResult, { client }) => {
    addMeditation(client, meditation);
    showToast({
      title: 'Meditation Added!',
      description: 'Members can listen to it now. +5 mindfulness points!',
    });
  },
  onError: (error) => showFailure(error, 'Failed to add meditation. Please try again.'),
});

type MeditationUpdate = { audioFile: File | null; change: () => Promise<MeditationChange> };

export const useUpdateMeditation = (meditationId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['meditations'] },
    /** Uploads files first. `change()` resolves once the cover is uploaded. */
    mutationFn: async ({ audioFile, change }: MeditationUpdate) => {
      const params = { id: meditationId };
      const body = await change();
      if (audioFile !== null) await upload(meditationCalls.replaceAudio, { params, parts: { audioFile } });
      return call(meditationCalls.updateMeditation, { params, body });
    },
    onSuccess: (meditation) => {
      replaceMeditation(queryClient, meditation);
      showToast({ title: 'Meditation updated' });
    },
    onError: (error) => {
      showFailure(error, 'Failed to update meditation. Please try again.');
      if (isNotFoundError(error)) removeMeditation(queryClient, meditationId);
    },
  });
};

/** Deletes a meditation. A meditation that is already gone counts as deleted. */
export const useDeleteMeditation = (meditationId: string, onDeleted: () => void) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['meditations'] },
    mutationFn: async () => {
      try {
        await call(meditationCalls.deleteMeditation, { params: { id: meditationId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      onDeleted();
      removeMeditation(queryClient, meditationId);
      showToast({ title: 'Meditation deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete meditation. Please try again.'),
  });
};
