import { render } from 'preact';
import { startClock } from './core/clock';
import { connection } from './core/live';
import { followLocation } from './core/location';
import { takeToken, whenTokenChanges } from './core/session';
import { applyTheme } from './core/theme';
import { App } from './shell/app';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/overview.css';
import './styles/services.css';
import './styles/service.css';
import './styles/drawing.css';
import './styles/addresses.css';

applyTheme();
takeToken();
followLocation();
startClock();
whenTokenChanges(() => connection.open());
connection.open();

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
