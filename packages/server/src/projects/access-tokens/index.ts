import './end-bots.ts';
