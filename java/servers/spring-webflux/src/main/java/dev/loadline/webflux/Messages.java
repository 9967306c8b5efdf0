// The messages as documents of MongoDB; Spring Data writes the rest.
package dev.loadline.webflux;

import org.springframework.data.repository.reactive.ReactiveCrudRepository;

interface Messages extends ReactiveCrudRepository<Message, String> {}
