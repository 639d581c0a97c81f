export { HookView as default } from '../hook-view.tsx';
