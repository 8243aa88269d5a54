import { Network } from '@capacitor/network';
import { PushNotifications } from '@capacitor/push-notifications';
import { SplashScreen } from '@capacitor/splash-screen';
import { StatusBar, Style } from '@capacitor/status-bar';
import { announceNetwork } from '~/state/networkNotice';
import { type NativePlugins, startNative } from './startNative';

/** The device's own plugins. This module is loaded only inside a native wrapper. */
const device: NativePlugins = {
  statusBar: {
    setStyle: () => StatusBar.setStyle({ style: Style.Dark }),
    setBackgroundColor: (options) => StatusBar.setBackgroundColor(options),
  },
  splashScreen: SplashScreen,
  push: {
    onToken: (heard) => PushNotifications.addListener('registration', ({ value }) => heard(value)),
    onRefused: (heard) => PushNotifications.addListener('registrationError', ({ error }) => heard(error)),
    requestPermissions: () => PushNotifications.requestPermissions(),
    register: () => PushNotifications.register(),
  },
  network: {
    onChange: (heard) => Network.addListener('networkStatusChange', ({ connected }) => heard(connected)),
  },
};

void startNative(device, { announceNetwork, log: console });
