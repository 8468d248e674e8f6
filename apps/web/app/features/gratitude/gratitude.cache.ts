import type { Note } from '@commons/contract/gratitude';
import type { QueryClient } from '@tanstack/react-query';
import { type FreshPage, itemsIn, mapPages, type Pages, withFreshPage } from '../../lib/pages.ts';

export const noteKeys = { wall: ['gratitude', 'wall'], creating: ['gratitude', 'creating'] } as const;

export const findWall = (queryClient: QueryClient): Pages<Note> | undefined => queryClient.getQueryData(noteKeys.wall);

const changeWall = (queryClient: QueryClient, change: (wall: Pages<Note>) => Pages<Note>): void => {
  queryClient.setQueryData<Pages<Note>>(noteKeys.wall, (wall) => wall && change(wall));
};

export const isNoteLoaded = (queryClient: QueryClient, noteId: string): boolean =>
  itemsIn(findWall(queryClient) ?? { pages: [] }).some(({ id }) => id === noteId);

export const replaceNote = (queryClient: QueryClient, note: Note): void =>
  changeWall(queryClient, (wall) =>
    mapPages(wall, (notes) => notes.map((cached) => (cached.id === note.id ? note : cached))),
  );

export const removeNotes = (queryClient: QueryClient, shouldRemove: (note: Note) => boolean): void =>
  changeWall(queryClient, (wall) => mapPages(wall, (notes) => notes.filter((note) => !shouldRemove(note))));

export const addOwnNote = (queryClient: QueryClient, note: Note): void =>
  changeWall(queryClient, (wall) =>
    itemsIn(wall).some(({ id }) => id === note.id)
      ? wall
      : mapPages(wall, (notes, index) => (index === 0 ? [note, ...notes] : notes)),
  );

export const mergeFreshPage = (queryClient: QueryClient, fresh: FreshPage<Note>, viewerId: string): void =>
  changeWall(queryClient, (wall) => withFreshPage(wall, fresh, viewerId));
