import { Network } from '@capacitor/network';
import { PushNotifications } from '@capacitor/push-notifications';
import { SplashScreen } from '@capacitor/splash-screen';
import { StatusBar, Style } from '@capacitor/status-bar';
import { announceNetwork } from '~/state/networkNotice';
import { type NativePlugins, startNative } from './startNative';

/** The Capacitor plugins of the device. This module is loaded only inside a native wrapper. */
const device: NativePlugins = {
  statusBar: {
    setStyle: () => StatusBar.setStyle({ style: Style.Dark }),
    setBackgroundColor: (options) => StatusBar.setBackgroundColor(options),
  },
  splashScreen: SplashScreen,
  push: {
    onToken: (listener) => PushNotifications.addListener('registration', ({ value }) => listener(value)),
    onRejected: (listener) =>
      PushNotifications.addListener('registrationError', ({ error }) => listener(error)),
    requestPermissions: () => PushNotifications.requestPermissions(),
    register: () => PushNotifications.register(),
  },
  network: {
    onChange: (listener) =>
      Network.addListener('networkStatusChange', ({ connected }) => listener(connected)),
  },
};

void startNative(device, { announceNetwork, log: console });
