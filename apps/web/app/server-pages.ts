/** Entry of the server bundle with all page renderers. */
export { renderHomeView } from './home-view.tsx';
export { renderPlainPage } from './plain-pages.tsx';
