// The clients of the services that some workloads need.
package dev.loadline.webflux;

import dev.loadline.workloads.Service;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ReactorResourceFactory;

/** Made by hand, because Spring Boot's own would connect when the server starts. */
@Configuration(proxyBeanMethods = false)
class Clients {
  @Bean
  OnFirstUse<Redis> redis(Offloading offloading) {
    return new OnFirstUse<>(Service.REDIS, offloading, Redis::new);
  }

  /** On the event loops of the server: the driver needs none of its own. */
  @Bean
  OnFirstUse<Mysql> mysql(Offloading offloading, ReactorResourceFactory resources) {
    return new OnFirstUse<>(
        Service.MYSQL, offloading, url -> new Mysql(url, resources.getLoopResources()));
  }

  /** On the event loops of the server: the driver needs none of its own. */
  @Bean
  OnFirstUse<Mongodb> mongodb(Offloading offloading, ReactorResourceFactory resources) {
    return new OnFirstUse<>(
        Service.MONGODB, offloading, url -> new Mongodb(url, resources.getLoopResources()));
  }
}
