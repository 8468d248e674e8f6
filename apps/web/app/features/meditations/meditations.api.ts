import { meditationCalls } from '@commons/contract/meditations/calls';
import type { Meditation, MeditationChange, MeditationInput } from '@commons/contract/meditations/schemas';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { useDelete, useUpdate } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { showToast } from '../../lib/toast-store.ts';
import { upload, type Upload } from '../../lib/upload.ts';
import { type CommentSubject, createSubject, forgetComments, mergeLiveCounts } from '../contributions/index.ts';
import { formatFilter, matchesFilter, type MeditationFilter, parseFilter } from './meditation-filter.ts';

const filterOf = (key: string): MeditationFilter => parseFilter(new URLSearchParams(key));

/** The lists by their filter, as a text. */
export const meditationLists = listCache<Meditation, string, Pick<Meditation, 'id' | 'theme' | 'duration'>>({
  name: 'meditations',
  readPage: (key, query, options) =>
    callPage(meditationCalls.listMeditations, { query: { ...query, ...filterOf(key) } }, options),
  readItem: (id, options) => call(meditationCalls.getMeditation, { params: { id } }, options),
  merge: mergeLiveCounts,
  belongsTo: (meditation, key) => matchesFilter(meditation, filterOf(key)),
  onRemove: (client, id) => forgetComments(client, { kind: 'meditation', id }),
});

export const meditationsQuery = (filter: MeditationFilter = {}) => meditationLists.query(formatFilter(filter));

/** The themes and lengths of which there is a meditation. */
export const filtersQuery = queryOptions({
  queryKey: ['meditations', 'filters'],
  queryFn: ({ signal }) => call(meditationCalls.listMeditationFilters, {}, { signal }),
  gcTime: 60 * 60 * 1000,
});

/** Makes a meditation a subject of comments. */
export const meditationSubject = (id: string): CommentSubject =>
  createSubject(meditationLists, {
    kind: 'meditation',
    id,
    commentType: 'meditation_comment',
    calls: {
      listComments: meditationCalls.listMeditationComments,
      createComment: meditationCalls.createMeditationComment,
      updateComment: meditationCalls.updateMeditationComment,
      deleteComment: meditationCalls.deleteMeditationComment,
    },
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
    meditationLists.add(client, meditation);
    showToast({
      title: 'Meditation Added!',
      description: 'Members can listen to it now. +5 mindfulness points!',
    });
  },
  onError: (error) => showFailure(error, 'Failed to add meditation. Please try again.'),
});

type MeditationUpdate = { audioFile: File | null; change: () => Promise<MeditationChange> };

export const useUpdateMeditation = (id: string) =>
  useUpdate({
    changes: ['meditations'],
    /** Uploads files first. `change()` resolves once the cover is uploaded. */
    send: async ({ audioFile, change }: MeditationUpdate) => {
      const params = { id };
      const body = await change();
      if (audioFile !== null) await upload(meditationCalls.replaceAudio, { params, parts: { audioFile } });
      return call(meditationCalls.updateMeditation, { params, body });
    },
    onUpdated: meditationLists.replace,
    onMissing: (queryClient) => meditationLists.remove(queryClient, id),
    title: 'Meditation updated',
    failedText: 'Failed to update meditation. Please try again.',
  });

export const useDeleteMeditation = (id: string, onDeleted: () => void) =>
  useDelete({
    changes: ['meditations'],
    send: () => call(meditationCalls.deleteMeditation, { params: { id } }),
    onDeleted: (queryClient) => {
      onDeleted();
      meditationLists.remove(queryClient, id);
    },
    title: 'Meditation deleted',
    failedText: 'Failed to delete meditation. Please try again.',
  });
