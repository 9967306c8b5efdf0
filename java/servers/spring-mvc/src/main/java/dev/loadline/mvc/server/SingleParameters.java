// Refuses parameters that stand there more than once, which Spring MVC would join to "a,b".
package dev.loadline.mvc.server;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.HandlerInterceptor;

class SingleParameters implements HandlerInterceptor {
  @Override
  public boolean preHandle(
      HttpServletRequest request, HttpServletResponse response, Object handler) {
    for (String[] values : request.getParameterMap().values()) {
      if (values.length > 1) {
        throw new ResponseStatusException(
            HttpStatus.BAD_REQUEST, "A parameter stands there more than once.");
      }
    }
    return true;
  }
}
