import { pictureOf as pictureOfPage, readAboutPages } from '../features/about/about-pages.server.ts';
import { crisisPicture } from '../features/crisis/crisis-screen.tsx';
import { articles, pictureOf as pictureOfArticle } from '../features/self-help/articles.server.ts';
import { libraryPicture } from '../features/self-help/self-help-screen.tsx';
import { communityPicture, type SharingPicture } from '../ui/sharing-head.tsx';

/** The pictures that the build draws for previews of public pages. */
export const sharingPictures: readonly SharingPicture[] = [
  communityPicture,
  crisisPicture,
  libraryPicture,
  ...articles.map(pictureOfArticle),
  ...readAboutPages().map(pictureOfPage),
];
