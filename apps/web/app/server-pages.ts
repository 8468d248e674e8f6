/** What the server draws pages with: the build makes one file of it. */
export { renderHomeView } from './home-view.tsx';
export { renderPlainPage } from './plain-pages.tsx';
