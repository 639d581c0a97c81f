import './end-bots.ts';
import './notify-expiring.ts';
